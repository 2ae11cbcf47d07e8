// command.h -- the command line of Gleed: what `gleed` does with its words, for the program and for Python's entry
// point.
#pragma once
#include <string>

#include "gleed/devtools/cli/options.h"

namespace gleed::cli {

struct Command {
  const char* name;
  const char* help;  // the whole text of --help
  Span<const OptionDef> options;
  Error (*run)(const Options& options, Reason& reason);  // prints to stdout; the caller prints the reason
};

// One in each file of this folder that is called so.
extern const Command kRun, kInspect, kBench;

// Runs the command that `words` (without the program's name) ask for. Prints to stdout and errors to stderr; returns
// the exit status: 0, or 1 with one line that says what is wrong.
int run_command_line(Span<const std::string> words);

}  // namespace gleed::cli
