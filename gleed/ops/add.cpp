// add.cpp -- add: self + alpha * other.
#include "gleed/ops/family/arithmetic.h"

namespace gleed::ops {
namespace {

Error add_scaled(const Operand& x, const Operand& y, Scalar alpha, Tensor& out) {
  const DType common = common_dtype({x, y});
  compute(common, [&](auto type) {
    using T = typename decltype(type)::type;
    const T a = number_as<T>(alpha, common);
    binary<T>(x, y, out, common, [a](T u, T v) { return add(u, multiply(a, v)); });
  });
  return Error::Ok;
}

Error add_out(Context&, const Tensor& x, const Tensor& y, Scalar alpha, Tensor& out) {
  return add_scaled(x, y, alpha, out);
}

Error add_scalar_out(Context&, const Tensor& x, Scalar y, Scalar alpha, Tensor& out) {
  return add_scaled(x, y, alpha, out);
}

constexpr OpDef kDefs[] = {
    def<add_out>("aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)",
                 with_alpha<dtypes::kAll>, dtypes::kAll, kInPlace),
    def<add_scalar_out>(
        "aten::add.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) -> Tensor(a!)",
        with_alpha<dtypes::kAll>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(add) = {gleed::ops::kDefs};
