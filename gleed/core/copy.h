// copy.h -- copying a tensor's elements between layouts.
#pragma once
#include "gleed/core/value.h"

namespace gleed {

// Copies every element of `from` to the same index of `to`. Both have the same sizes and element bytes; any strides;
// memory does not overlap. One memcpy when the layouts agree.
void copy_elements(const Tensor& from, Tensor& to);

}  // namespace gleed
