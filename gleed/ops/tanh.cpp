// tanh.cpp -- tanh: the hyperbolic tangent.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Tanh {
  template <class T>
  T operator()(T x) const {
    return std::tanh(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Tanh>>("aten::tanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                          dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(tanh) = {gleed::ops::kDefs};
