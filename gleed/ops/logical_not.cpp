// logical_not.cpp -- logical_not: true where x is zero.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct LogicalNot {
  template <class T>
  bool operator()(T x) const {
    return x == T(0);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_number<LogicalNot>>("aten::logical_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                                  elementwise<1, Gives::Bool>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(logical_not) = {gleed::ops::kDefs};
