// atanh.cpp -- atanh: the inverse hyperbolic tangent.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Atanh {
  template <class T>
  T operator()(T x) const {
    return std::atanh(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Atanh>>("aten::atanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                           dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(atanh) = {gleed::ops::kDefs};
