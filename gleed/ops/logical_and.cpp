// logical_and.cpp -- logical_and: true where both are not zero.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct LogicalAnd {
  template <class T>
  bool operator()(T x, T y) const {
    return x != T(0) && y != T(0);
  }
};

constexpr OpDef kDefs[] = {
    def<binary_number<LogicalAnd, const Tensor&, const Tensor&>>(
        "aten::logical_and.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Bool>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(logical_and) = {gleed::ops::kDefs};
