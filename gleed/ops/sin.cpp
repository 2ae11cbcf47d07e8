// sin.cpp -- sin: the sine.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Sin {
  template <class T>
  T operator()(T x) const {
    return std::sin(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Sin>>("aten::sin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                         dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(sin) = {gleed::ops::kDefs};
