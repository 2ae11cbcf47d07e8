// special_i1.cpp -- special_i1: the modified Bessel function of the first kind, of order 1.
#include "gleed/ops/family/bessel.h"
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct I1 {
  template <class T>
  T operator()(T x) const {
    return bessel_i<1>(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<I1>>("aten::special_i1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                        elementwise<1, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(special_i1) = {gleed::ops::kDefs};
