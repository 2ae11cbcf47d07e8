// i0.cpp -- i0: the modified Bessel function of the first kind, of order 0.
#include "gleed/ops/family/bessel.h"
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct I0 {
  template <class T>
  T operator()(T x) const {
    return bessel_i<0>(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<I0>>("aten::i0.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(i0) = {gleed::ops::kDefs};
