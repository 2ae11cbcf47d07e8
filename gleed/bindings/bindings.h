// bindings.h -- the parts that make up the one Python extension, gleed._core.
#pragma once
#include <nanobind/nanobind.h>

namespace gleed::bindings {

void bind_ops(nanobind::module_& m);      // the operator catalogue
void bind_compile(nanobind::module_& m);  // planner and file writer
void bind_runtime(nanobind::module_& m);  // loading and running
void bind_command(nanobind::module_& m);  // the command line

}  // namespace gleed::bindings
