// expm1.cpp -- expm1: exp(x) - 1, exact also near 0.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Expm1 {
  template <class T>
  T operator()(T x) const {
    return std::expm1(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Expm1>>("aten::expm1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                           dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(expm1) = {gleed::ops::kDefs};
