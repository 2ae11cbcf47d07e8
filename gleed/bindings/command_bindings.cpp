// command_bindings.cpp -- the command line in Python: the same code as build/gleed.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "gleed/bindings/bindings.h"
#include "gleed/devtools/cli/command.h"

namespace gleed::bindings {

namespace nb = nanobind;

void bind_command(nb::module_& m) {
  m.def(
      "run_command_line",
      [](const std::vector<std::string>& words) {
        const nb::gil_scoped_release release;
        return cli::run_command_line({words.data(), words.size()});
      },
      nb::arg("words"),
      "Do what `gleed` does with these words; print to the process's output; return its exit status.");
}

}  // namespace gleed::bindings
