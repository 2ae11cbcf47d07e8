// sub.cpp -- sub: self - alpha * other.
#include "gleed/ops/family/arithmetic.h"

namespace gleed::ops {
namespace {

Error sub_scaled(const Operand& x, const Operand& y, Scalar alpha, Tensor& out) {
  const DType common = common_dtype({x, y});
  compute(common, [&](auto type) {
    using T = typename decltype(type)::type;
    const T a = number_as<T>(alpha, common);
    binary<T>(x, y, out, common, [a](T u, T v) { return subtract(u, multiply(a, v)); });
  });
  return Error::Ok;
}

Error sub_out(Context&, const Tensor& x, const Tensor& y, Scalar alpha, Tensor& out) {
  return sub_scaled(x, y, alpha, out);
}

Error sub_scalar_out(Context&, const Tensor& x, Scalar y, Scalar alpha, Tensor& out) {
  return sub_scaled(x, y, alpha, out);
}

constexpr OpDef kDefs[] = {
    def<sub_out>("aten::sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)",
                 with_alpha<dtypes::kNumbers>, dtypes::kNumbers, kInPlace),
    def<sub_scalar_out>(
        "aten::sub.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) -> Tensor(a!)",
        with_alpha<dtypes::kNumbers>, dtypes::kNumbers, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(sub) = {gleed::ops::kDefs};
