// elu.cpp -- elu: scale * x above 0, scale * alpha * (exp(input_scale * x) - 1) below.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

Error elu_out(Context&, const Tensor& x, Scalar alpha, Scalar scale, Scalar input_scale, Tensor& out) {
  compute<true>(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const T below = cast<T>(alpha) * cast<T>(scale), above = cast<T>(scale), inner = cast<T>(input_scale);
    unary<T>(x, out, x.dtype, [=](T v) { return v < 0 ? std::expm1(v * inner) * below : v * above; });
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<elu_out>("aten::elu.out(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1, *, Tensor(a!) out) "
                 "-> Tensor(a!)",
                 elementwise<1, Gives::Common, dtypes::kFloats>, dtypes::kFloats, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(elu) = {gleed::ops::kDefs};
