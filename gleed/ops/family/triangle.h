// triangle.h -- matrices (the last two dimensions) with one side of a diagonal set to zero.
#pragma once
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {

inline Error triangle_shape(Context& ctx, const Tensor& x, int64_t, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (x.rank < 2) return ctx.fail(Error::BadArgument, {"self has rank ", x.rank, ", expected 2 or more"});
  return resize_like(ctx, out, x);
}

// Keeps columns up to row + diagonal (LOWER), or from there on.
template <bool LOWER>
Error triangle_out(Context&, const Tensor& x, int64_t diagonal, Tensor& out) {
  const int row_dim = x.rank - 2, column_dim = x.rank - 1;
  const int64_t columns = x.sizes[column_dim], limit = INT32_MAX;
  const int64_t shift = diagonal > limit ? limit : diagonal < -limit ? -limit : diagonal;
  const uint64_t zero = 0;
  const size_t bytes = dtype_bytes(x.dtype);
  Box box = whole(x, out);
  box.sizes[row_dim] = 1;
  for (int64_t row = 0; row < x.sizes[row_dim]; ++row) {
    const int64_t edge = row + shift + (LOWER ? 1 : 0);
    const int64_t cut = edge < 0 ? 0 : edge > columns ? columns : edge;
    const auto part = [&](int64_t begin, int64_t end, bool kept) {
      box.sizes[column_dim] = end - begin;
      void* to = at(out, row * out.strides[row_dim] + begin * out.strides[column_dim]);
      if (kept) {
        copy_box(box, at(x, row * x.strides[row_dim] + begin * x.strides[column_dim]), to, bytes);
      } else {
        fill_box(box, &zero, to, bytes);
      }
    };
    part(0, cut, LOWER);
    part(cut, columns, !LOWER);
  }
  return Error::Ok;
}

}  // namespace gleed::ops
