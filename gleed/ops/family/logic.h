// logic.h -- any and all over some dimensions. Everything but 0 is true, nan too.
#pragma once
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/reduce.h"

namespace gleed::ops {

enum class Logic : uint8_t { Any, All };

// out (bool or uint8) = any or all of x over the dimensions of the set.
void logic_over(Logic which, const Tensor& x, uint32_t dims, Tensor& out);

using OptList = std::optional<IntList>;

// Unlike elsewhere, an empty list of dimensions means none.
inline uint32_t logic_dims(const OptList& dim, int rank) { return dim && dim->size() == 0 ? 0 : dim_set(dim, rank); }

inline Error logic_dims_shape(Context& ctx, const Tensor& x, OptList dim, bool keepdim, Tensor& out) {
  uint32_t dims = 0;
  GLEED_TRY(expect_dtypes(ctx, "out", out, dtypes::kBool | dtypes::bit(DType::UInt8)));
  GLEED_TRY(read_dims(ctx, dim, x.rank, &dims));
  return resize_reduced(ctx, x, logic_dims(dim, x.rank), keepdim, out);
}
inline Error logic_dim_shape(Context& ctx, const Tensor& x, int64_t dim, bool keepdim, Tensor& out) {
  uint32_t dims = 0;
  GLEED_TRY(expect_dtypes(ctx, "out", out, dtypes::kBool | dtypes::bit(DType::UInt8)));
  GLEED_TRY(read_dim(ctx, dim, x.rank, &dims));
  return resize_reduced(ctx, x, dims, keepdim, out);
}
inline Error logic_all_shape(Context& ctx, const Tensor& x, Tensor& out) {
  return logic_dims_shape(ctx, x, std::nullopt, false, out);
}

template <Logic WHICH>
Error logic_dims_out(Context&, const Tensor& x, OptList dim, bool, Tensor& out) {
  logic_over(WHICH, x, logic_dims(dim, x.rank), out);
  return Error::Ok;
}
template <Logic WHICH>
Error logic_dim_out(Context&, const Tensor& x, int64_t dim, bool, Tensor& out) {
  logic_over(WHICH, x, 1u << wrap_dim(dim, x.rank), out);
  return Error::Ok;
}
template <Logic WHICH>
Error logic_all_out(Context&, const Tensor& x, Tensor& out) {
  logic_over(WHICH, x, kAllDims, out);
  return Error::Ok;
}

}  // namespace gleed::ops
