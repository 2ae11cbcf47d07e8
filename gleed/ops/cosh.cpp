// cosh.cpp -- cosh: the hyperbolic cosine.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Cosh {
  template <class T>
  T operator()(T x) const {
    return std::cosh(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Cosh>>("aten::cosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                          dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(cosh) = {gleed::ops::kDefs};
