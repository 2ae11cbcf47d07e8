// lt.cpp -- lt: true where self is less than other.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Lt {
  template <class T>
  bool operator()(T x, T y) const {
    return x < y;
  }
};

constexpr OpDef kDefs[] = {
    def<binary_number<Lt, const Tensor&, const Tensor&>>(
        "aten::lt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
    def<binary_number<Lt, const Tensor&, Scalar>>(
        "aten::lt.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(lt) = {gleed::ops::kDefs};
