// conv.h -- convolution of checked arguments.
#pragma once
#include "gleed/core/value.h"
#include "gleed/ops/family/window.h"

namespace gleed::ops {

// out = convolution of x (batch, channels, 1 to 3 spatial dimensions) with w (out, in / groups, ...), transposed:
// (in, out / groups, ...). All sizes fit each other, all dtypes are equal, `out` is not empty.
void convolve(const Tensor& x, const Tensor& w, const Tensor* bias, const Window& window, bool transposed,
              int64_t groups, Tensor& out);

}  // namespace gleed::ops
