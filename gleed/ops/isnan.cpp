// isnan.cpp -- isnan: true where x is nan.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct IsNan {
  template <class T>
  bool operator()(T x) const {
    return x != x;
  }
};

constexpr OpDef kDefs[] = {
    def<unary_number<IsNan>>("aten::isnan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                             elementwise<1, Gives::Bool>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(isnan) = {gleed::ops::kDefs};
