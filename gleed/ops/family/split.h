// split.h -- cutting a tensor along one dimension into a list of tensors.
#pragma once
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {

// The list names `count` tensors, all of x's dtype.
Error expect_outputs(Context& ctx, const Tensor& x, const OutList& out, int64_t count);
// Resizes output `k` to x's sizes with `length` in dimension `dim`.
Error resize_piece(Context& ctx, const Tensor& x, int dim, int64_t length, Tensor& out);
// Copies consecutive stretches of x's dimension `dim` into the outputs, as long as those are: together, x. (No tensor
// stands in the list twice: what is written must be a tensor of its own.)
void copy_pieces(const Tensor& x, int dim, const OutList& out);

}  // namespace gleed::ops
