// rsub.cpp -- rsub: other - alpha * self.
#include "gleed/ops/family/arithmetic.h"

namespace gleed::ops {
namespace {

Error rsub_scaled(const Operand& x, const Operand& y, Scalar alpha, Tensor& out) {
  const DType common = common_dtype({x, y});
  compute(common, [&](auto type) {
    using T = typename decltype(type)::type;
    const T a = number_as<T>(alpha, common);
    binary<T>(x, y, out, common, [a](T u, T v) { return subtract(v, multiply(a, u)); });
  });
  return Error::Ok;
}

Error rsub_scalar_out(Context&, const Tensor& x, Scalar y, Scalar alpha, Tensor& out) {
  return rsub_scaled(x, y, alpha, out);
}

constexpr OpDef kDefs[] = {
    def<rsub_scalar_out>(
        "aten::rsub.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) -> Tensor(a!)",
        with_alpha<dtypes::kNumbers>, dtypes::kNumbers, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(rsub) = {gleed::ops::kDefs};
