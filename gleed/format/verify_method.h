// verify_method.h -- the part of verify.h that looks into the methods: values, tensors, operators, instructions.
#pragma once
#include "gleed/base/error.h"
#include "gleed/format/schema.h"

namespace gleed {

// Checks every method of a program that is structurally sound and whose segments lie inside the file, from
// `segment_base` on.
Error verify_methods(const pte::Program& root, uint64_t segment_base, Reason& reason);

}  // namespace gleed
