// erf.cpp -- erf: the error function.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Erf {
  template <class T>
  T operator()(T x) const {
    return std::erf(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Erf>>("aten::erf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                         dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(erf) = {gleed::ops::kDefs};
