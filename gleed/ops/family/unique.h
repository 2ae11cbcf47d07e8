// unique.h -- elements, or slices along a dimension, without those that are equal to another. Nan equals nothing.
//
// How many there are only the elements tell: outputs are planned for all of them, and the kernels resize.
#pragma once
#include "gleed/ops/family/expect.h"

namespace gleed::ops {

// Where results go. Each inverse place takes the number of what the element or slice there became; counts take how many
// became it. An output that was not asked for (`false`) gets no elements.
struct Uniques {
  Tensor& values;
  Tensor* inverse;
  Tensor* counts;
  bool wants_inverse, wants_counts;
};

// Of all elements in ascending order (nan last), or, without `sorted`, of neighbours in row-major order.
Error unique_shape(Context& ctx, const Tensor& x, const Uniques& out);
Error unique(Context& ctx, const Tensor& x, bool sorted, const Uniques& out);
size_t unique_scratch(Args args);

// Of slices; inverse and counts are always given.
Error unique_dim_shape(Context& ctx, const Tensor& x, int64_t dim, const Uniques& out);
Error unique_dim(Context& ctx, const Tensor& x, int64_t dim, bool sorted, const Uniques& out);
size_t unique_dim_scratch(const Tensor& x, int64_t dim);

}  // namespace gleed::ops
