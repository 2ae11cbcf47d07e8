// command.cpp -- finds the command, prints help and errors.
#include "gleed/devtools/cli/command.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace gleed::cli {

namespace {

constexpr char kHelp[] = R"(Runs, inspects and times .pte programs.

usage: gleed COMMAND FILE.pte [options]

commands:
  run      run a method once and print its outputs
  inspect  what a program holds: methods, operators, memory, delegates
  bench    how long a method takes
  lower    from a PyTorch model to a program (in the Python package's gleed only)

examples:
  gleed run model.pte --input picture.npy
  gleed inspect model.pte
  gleed bench model.pte --seconds 5 --profile

gleed COMMAND --help tells a command's options.
)";

// The Python package takes this command before it gets here.
Error lower(const Options&, Reason& reason) {
  return reason.fail(Error::Unsupported, {"needs PyTorch; use the gleed command of the Python package"});
}
constexpr Command kLower = {
    "lower", "Lowers a PyTorch model to a .pte file; in the Python package's gleed only.\n", {}, lower};

constexpr const Command* kCommands[] = {&kRun, &kInspect, &kBench, &kLower};

bool asks_for_help(const std::string& word) { return word == "--help" || word == "-h"; }

// What was printed may not have arrived: a full disk shows when the buffer is written out.
int finish() {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return 0;
  std::fprintf(stderr, "gleed: cannot write the output: %s\n", std::strerror(errno));
  return 1;
}

int print_help(const char* text) {
  std::fputs(text, stdout);
  return finish();
}

int run_command(const Command& command, Span<const std::string> words) {
  for (const std::string& word : words) {
    if (asks_for_help(word)) return print_help(command.help);
  }
  Reason reason;
  Options options;
  if (options.read(words, command.options, reason) != Error::Ok) {
    std::fprintf(stderr, "gleed %s: %s; see gleed %s --help\n", command.name, reason.text(), command.name);
    return 1;
  }
  const Error error = command.run(options, reason);
  const int written = finish();
  if (error == Error::Ok) return written;
  std::fprintf(stderr, "gleed %s: %s\n", command.name, reason.text());
  return 1;
}

}  // namespace

int run_command_line(Span<const std::string> words) {
  if (words.empty()) return std::fputs(kHelp, stderr), 1;
  if (asks_for_help(words[0])) return print_help(kHelp);
  for (const Command* command : kCommands) {
    if (words[0] == command->name) return run_command(*command, {words.data + 1, words.size - 1});
  }
  std::fprintf(stderr, "gleed: there is no command \"%s\"; there are run, inspect, bench and lower\n",
               words[0].c_str());
  return 1;
}

}  // namespace gleed::cli
