// module.cpp -- gleed._core: the C++ side of the Python package.
#include "gleed/bindings/bindings.h"

NB_MODULE(_core, m) {
  m.doc() = "The C++ side of Gleed: operator catalogue, memory planner, file writer and runtime.";
  gleed::bindings::bind_ops(m);
  gleed::bindings::bind_compile(m);
  gleed::bindings::bind_runtime(m);
  gleed::bindings::bind_command(m);
}
