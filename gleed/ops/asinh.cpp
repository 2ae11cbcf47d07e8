// asinh.cpp -- asinh: the inverse hyperbolic sine.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Asinh {
  template <class T>
  T operator()(T x) const {
    return std::asinh(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Asinh>>("aten::asinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                           dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(asinh) = {gleed::ops::kDefs};
