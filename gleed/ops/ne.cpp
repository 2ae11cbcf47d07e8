// ne.cpp -- ne: true where self is not equal to other.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Ne {
  template <class T>
  bool operator()(T x, T y) const {
    return x != y;
  }
};

constexpr OpDef kDefs[] = {
    def<binary_number<Ne, const Tensor&, const Tensor&>>(
        "aten::ne.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
    def<binary_number<Ne, const Tensor&, Scalar>>(
        "aten::ne.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(ne) = {gleed::ops::kDefs};
