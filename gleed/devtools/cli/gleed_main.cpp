// gleed_main.cpp -- the program `gleed`: the command line without Python.
#include <vector>

#include "gleed/devtools/cli/command.h"

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  return gleed::cli::run_command_line({words.data(), words.size()});
}
