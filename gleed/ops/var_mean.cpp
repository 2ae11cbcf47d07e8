// var_mean.cpp -- var_mean: the variance and the mean over some dimensions.
#include "gleed/ops/family/variance.h"

namespace gleed::ops {
namespace {

Error var_mean_shape(Context& ctx, const Tensor& x, OptList dim, std::optional<Scalar>, bool keepdim, Tensor& out0,
                     Tensor& out1) {
  GLEED_TRY(variance_shape(ctx, x, dim, keepdim, out0));
  return variance_shape(ctx, x, dim, keepdim, out1);
}

Error var_mean_out(Context&, const Tensor& x, OptList dim, std::optional<Scalar> correction, bool, Tensor& out0,
                   Tensor& out1) {
  variance_over(x, dim_set(dim, x.rank), correction_of(correction), false, out0, &out1);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<var_mean_out>("aten::var_mean.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, "
                      "bool keepdim=False, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!))",
                      shape::typed<var_mean_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(var_mean) = {gleed::ops::kDefs};
