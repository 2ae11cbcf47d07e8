// special_i0e.cpp -- special_i0e: exp(-|x|) * i0(x).
#include "gleed/ops/family/bessel.h"
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct I0e {
  template <class T>
  T operator()(T x) const {
    return static_cast<T>(scaled_bessel_i<0>(static_cast<double>(x)));
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<I0e>>("aten::special_i0e.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                         elementwise<1, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(special_i0e) = {gleed::ops::kDefs};
