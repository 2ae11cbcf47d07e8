// mul.cpp -- mul: self * other.
#include "gleed/ops/family/arithmetic.h"

namespace gleed::ops {
namespace {

struct Mul {
  template <class T>
  T operator()(T x, T y) const {
    return multiply(x, y);
  }
};

template <class B>
Error mul_out(Context&, const Tensor& self, B other, Tensor& out) {
  Operand y(other);
  keep_exact(self, y);
  binary_common<Mul>(self, y, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<mul_out<const Tensor&>>("aten::mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
                                elementwise<2, Gives::Common>, dtypes::kAll, kInPlace),
    def<mul_out<Scalar>>("aten::mul.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
                         elementwise<2, Gives::Common>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(mul) = {gleed::ops::kDefs};
