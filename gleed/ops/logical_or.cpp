// logical_or.cpp -- logical_or: true where at least one is not zero.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct LogicalOr {
  template <class T>
  bool operator()(T x, T y) const {
    return x != T(0) || y != T(0);
  }
};

constexpr OpDef kDefs[] = {
    def<binary_number<LogicalOr, const Tensor&, const Tensor&>>(
        "aten::logical_or.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Bool>,
        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(logical_or) = {gleed::ops::kDefs};
