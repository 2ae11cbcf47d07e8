// floor_divide.cpp -- floor_divide: self / other rounded down.
#include "gleed/ops/family/arithmetic.h"

namespace gleed::ops {
namespace {

struct DivideFloor {
  template <class T>
  T operator()(T x, T y) const {
    return divide_floor(x, y);
  }
};

template <class B>
Error floor_divide_out(Context& ctx, const Tensor& x, B y, Tensor& out) {
  return binary_division<DivideFloor>(ctx, x, y, out);
}

constexpr OpDef kDefs[] = {
    def<floor_divide_out<const Tensor&>>(
        "aten::floor_divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Common, dtypes::kNumbers>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(floor_divide) = {gleed::ops::kDefs};
