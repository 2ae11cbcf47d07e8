// softmax.h -- softmax and its logarithm along a dimension, in float (double for float64).
#pragma once
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/lines.h"

namespace gleed::ops {

// out: x's dtype, or float32 for half types when `half_to_float`.
inline Error softmax_shape(Context& ctx, const Tensor& x, int64_t dim, bool half_to_float, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, half_to_float ? DType::Float32 : x.dtype));
  return line_shape(ctx, x, dim, out);
}

void softmax(const Tensor& x, int64_t dim, bool log, Tensor& out);

}  // namespace gleed::ops
