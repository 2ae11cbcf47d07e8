// le.cpp -- le: true where self is at most other.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Le {
  template <class T>
  bool operator()(T x, T y) const {
    return x <= y;
  }
};

constexpr OpDef kDefs[] = {
    def<binary_number<Le, const Tensor&, const Tensor&>>(
        "aten::le.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
    def<binary_number<Le, const Tensor&, Scalar>>(
        "aten::le.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(le) = {gleed::ops::kDefs};
