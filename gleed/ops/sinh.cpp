// sinh.cpp -- sinh: the hyperbolic sine.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Sinh {
  template <class T>
  T operator()(T x) const {
    return std::sinh(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Sinh>>("aten::sinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                          dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(sinh) = {gleed::ops::kDefs};
