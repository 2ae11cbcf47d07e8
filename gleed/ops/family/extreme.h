// extreme.h -- the greatest or smallest elements, and where they are. Nan counts as more extreme than any number; of
// equal elements the first one is meant.
#pragma once
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/reduce.h"

namespace gleed::ops {

enum class Extreme : uint8_t { Max, Min };

// values (and, where not nullptr, indices: along the one dimension of the set, or in row-major order over all
// dimensions) over the dimensions of the set. Either may be left out.
void extremes(Extreme which, const Tensor& x, uint32_t dims, Tensor* values, Tensor* indices);

// ---- amax, amin ----

inline Error amax_shape(Context& ctx, const Tensor& x, IntList dim, bool keepdim, Tensor& out) {
  uint32_t dims = 0;
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(read_dims(ctx, dim, x.rank, true, &dims));
  GLEED_TRY(expect_elements(ctx, x, dims));
  return resize_reduced(ctx, x, dims, keepdim, out);
}
template <Extreme WHICH>
Error amax_out(Context&, const Tensor& x, IntList dim, bool, Tensor& out) {
  extremes(WHICH, x, dim_set(dim, x.rank), &out, nullptr);
  return Error::Ok;
}

// ---- max, min over everything ----

inline Error max_all_shape(Context& ctx, const Tensor& x, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_elements(ctx, x, kAllDims));
  return resize_reduced(ctx, x, kAllDims, false, out);
}
template <Extreme WHICH>
Error max_all_out(Context&, const Tensor& x, Tensor& out) {
  extremes(WHICH, x, kAllDims, &out, nullptr);
  return Error::Ok;
}

// ---- max, min with indices ----

inline Error max_dim_shape(Context& ctx, const Tensor& x, int64_t dim, bool keepdim, Tensor& values, Tensor& indices) {
  uint32_t dims = 0;
  GLEED_TRY(expect_dtype(ctx, "values", values, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "indices", indices, DType::Int64));
  GLEED_TRY(read_dim(ctx, dim, x.rank, &dims));
  GLEED_TRY(expect_elements(ctx, x, dims));
  GLEED_TRY(resize_reduced(ctx, x, dims, keepdim, values));
  return resize_reduced(ctx, x, dims, keepdim, indices);
}
template <Extreme WHICH>
Error max_dim_out(Context&, const Tensor& x, int64_t dim, bool, Tensor& values, Tensor& indices) {
  extremes(WHICH, x, 1u << wrap_dim(dim, x.rank), &values, &indices);
  return Error::Ok;
}

// ---- argmax, argmin ----

inline Error argmax_shape(Context& ctx, const Tensor& x, std::optional<int64_t> dim, bool keepdim, Tensor& out) {
  uint32_t dims = kAllDims;
  GLEED_TRY(expect_dtype(ctx, "out", out, DType::Int64));
  if (dim) GLEED_TRY(read_dim(ctx, *dim, x.rank, &dims));
  GLEED_TRY(expect_elements(ctx, x, dims));
  return resize_reduced(ctx, x, dims, keepdim, out);
}
template <Extreme WHICH>
Error argmax_out(Context&, const Tensor& x, std::optional<int64_t> dim, bool, Tensor& out) {
  extremes(WHICH, x, dim ? 1u << wrap_dim(*dim, x.rank) : kAllDims, nullptr, &out);
  return Error::Ok;
}

}  // namespace gleed::ops
