// eq.cpp -- eq: true where self is equal to other.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Eq {
  template <class T>
  bool operator()(T x, T y) const {
    return x == y;
  }
};

constexpr OpDef kDefs[] = {
    def<binary_number<Eq, const Tensor&, const Tensor&>>(
        "aten::eq.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
    def<binary_number<Eq, const Tensor&, Scalar>>(
        "aten::eq.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(eq) = {gleed::ops::kDefs};
