// sum.cpp -- sum over some dimensions, of the input cast to the output's dtype.
#include "gleed/ops/family/sum.h"

namespace gleed::ops {
namespace {

using OptList = std::optional<IntList>;
using OptInt = std::optional<int64_t>;

Error sum_shape(Context& ctx, const Tensor& x, OptList dim, bool keepdim, OptInt dtype, Tensor& out) {
  uint32_t dims = 0;
  GLEED_TRY(expect_given(ctx, dtype, out));
  GLEED_TRY(read_dims(ctx, dim, x.rank, &dims));
  return resize_reduced(ctx, x, dims, keepdim, out);
}

Error sum_out(Context&, const Tensor& x, OptList dim, bool, OptInt, Tensor& out) {
  sum_over(x, dim_set(dim, x.rank), false, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<sum_out>("aten::sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, "
                 "Tensor(a!) out) -> Tensor(a!)",
                 shape::typed<sum_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(sum) = {gleed::ops::kDefs};
