// digamma.cpp -- digamma: the derivative of the logarithm of the gamma function.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/gamma.h"

namespace gleed::ops {
namespace {

struct Digamma {
  template <class T>
  T operator()(T x) const {
    return static_cast<T>(digamma(static_cast<double>(x)));
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Digamma>>("aten::digamma.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                             elementwise<1, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(digamma) = {gleed::ops::kDefs};
