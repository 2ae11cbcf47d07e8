// ge.cpp -- ge: true where self is at least other.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Ge {
  template <class T>
  bool operator()(T x, T y) const {
    return x >= y;
  }
};

constexpr OpDef kDefs[] = {
    def<binary_number<Ge, const Tensor&, const Tensor&>>(
        "aten::ge.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
    def<binary_number<Ge, const Tensor&, Scalar>>(
        "aten::ge.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(ge) = {gleed::ops::kDefs};
