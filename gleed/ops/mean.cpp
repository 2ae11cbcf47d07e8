// mean.cpp -- mean over some dimensions, of the input cast to the output's dtype.
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/sum.h"

namespace gleed::ops {
namespace {

using OptList = std::optional<IntList>;
using OptInt = std::optional<int64_t>;

Error mean_shape(Context& ctx, const Tensor& x, OptList dim, bool keepdim, OptInt dtype, Tensor& out) {
  uint32_t dims = 0;
  GLEED_TRY(expect_given(ctx, dtype, out));
  GLEED_TRY(expect_dtypes(ctx, "out", out, dtypes::kFloats));
  GLEED_TRY(read_dims(ctx, dim, x.rank, &dims));
  return resize_reduced(ctx, x, dims, keepdim, out);
}

Error mean_out(Context&, const Tensor& x, OptList dim, bool, OptInt, Tensor& out) {
  sum_over(x, dim_set(dim, x.rank), true, out);
  return Error::Ok;
}

Error mean_all_shape(Context& ctx, const Tensor& x, OptInt dtype, Tensor& out) {
  return mean_shape(ctx, x, std::nullopt, false, dtype, out);
}

Error mean_all_out(Context&, const Tensor& x, OptInt, Tensor& out) {
  sum_over(x, kAllDims, true, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<mean_out>("aten::mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, "
                  "Tensor(a!) out) -> Tensor(a!)",
                  shape::typed<mean_shape>, dtypes::kAll),
    def<mean_all_out>("aten::mean.dtype_out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)",
                      shape::typed<mean_all_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(mean) = {gleed::ops::kDefs};
