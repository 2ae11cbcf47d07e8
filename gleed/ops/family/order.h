// order.h -- sorting lines of elements together with their indices, in place: the outputs themselves are the heap, so
// that no other memory is needed. Nan is greater than any number; equal elements stay in the order of their indices.
#pragma once
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/lines.h"

namespace gleed::ops {

// values and indices: x's sizes with `k` in dimension `dim`.
Error order_shape(Context& ctx, const Tensor& x, int64_t k, int64_t dim, Tensor& values, Tensor& indices);

// The first elements of each line of x, as many as values has room for, in ascending or descending order.
void order(const Tensor& x, int64_t dim, bool descending, Tensor& values, Tensor& indices);

}  // namespace gleed::ops
