// gather_scatter.h -- gather and scatter: one dimension's position of each element comes from an index tensor.
#pragma once
#include "gleed/ops/family/indexing.h"

namespace gleed::ops {

// index has t's rank (numbers count as rank 1) and, except in `dim` if that is not -1, no larger sizes.
Error expect_index(Context& ctx, const char* name, const Tensor& t, int dim, const Tensor& index);
// t's steps for walking over index's positions, with 0 in `dim`.
void index_steps(const Tensor& t, int dim, const Tensor& index, int64_t* steps);

enum class Combine : uint8_t { Set, Add, Multiply, Max, Min };

// The rule of all scatters; `src` is nullptr where a number is scattered.
Error scatter_shape(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor* src, Tensor& out);

// out[.. index ..] = combined with src, or with the one element at `value` where src is nullptr.
Error scatter(Context& ctx, Combine combine, int64_t dim, const Tensor& index, const Tensor* src, const void* value,
              Tensor& out);
// The same, with sums and products of half numbers in float32 and one rounding at the end. accumulate_bytes: the
// scratch memory that this takes.
Error accumulate(Context& ctx, Combine combine, int64_t dim, const Tensor& index, const Tensor* src, const void* value,
                 Tensor& out);
size_t accumulate_bytes(const Tensor& out);

}  // namespace gleed::ops
