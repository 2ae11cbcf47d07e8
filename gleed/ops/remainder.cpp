// remainder.cpp -- remainder: what is left of self after division by other, with the sign of other.
#include "gleed/ops/family/arithmetic.h"

namespace gleed::ops {
namespace {

struct Remainder {
  template <class T>
  T operator()(T x, T y) const {
    return remainder_floor(x, y);
  }
};

template <class B>
Error remainder_out(Context& ctx, const Tensor& x, B y, Tensor& out) {
  return binary_division<Remainder>(ctx, x, y, out);
}

constexpr OpDef kDefs[] = {
    def<remainder_out<const Tensor&>>(
        "aten::remainder.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Common, dtypes::kNumbers>, dtypes::kAll, kInPlace),
    def<remainder_out<Scalar>>("aten::remainder.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
                               elementwise<2, Gives::Common, dtypes::kNumbers>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(remainder) = {gleed::ops::kDefs};
