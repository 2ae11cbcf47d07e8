// acosh.cpp -- acosh: the inverse hyperbolic cosine.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Acosh {
  template <class T>
  T operator()(T x) const {
    return std::acosh(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Acosh>>("aten::acosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                           dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(acosh) = {gleed::ops::kDefs};
