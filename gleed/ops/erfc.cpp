// erfc.cpp -- erfc: 1 - erf(x), without loss where that is small.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Erfc {
  template <class T>
  T operator()(T x) const {
    return std::erfc(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Erfc>>("aten::erfc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                          dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(erfc) = {gleed::ops::kDefs};
