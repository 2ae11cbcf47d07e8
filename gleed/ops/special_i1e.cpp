// special_i1e.cpp -- special_i1e: exp(-|x|) * i1(x).
#include "gleed/ops/family/bessel.h"
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct I1e {
  template <class T>
  T operator()(T x) const {
    return static_cast<T>(scaled_bessel_i<1>(static_cast<double>(x)));
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<I1e>>("aten::special_i1e.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                         elementwise<1, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(special_i1e) = {gleed::ops::kDefs};
