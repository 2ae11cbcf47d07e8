// gt.cpp -- gt: true where self is greater than other.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Gt {
  template <class T>
  bool operator()(T x, T y) const {
    return x > y;
  }
};

constexpr OpDef kDefs[] = {
    def<binary_number<Gt, const Tensor&, const Tensor&>>(
        "aten::gt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
    def<binary_number<Gt, const Tensor&, Scalar>>(
        "aten::gt.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(gt) = {gleed::ops::kDefs};
