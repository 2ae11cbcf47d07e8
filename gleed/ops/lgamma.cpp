// lgamma.cpp -- lgamma: the logarithm of the absolute value of the gamma function.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Lgamma {
  template <class T>
  T operator()(T x) const {
    return std::lgamma(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Lgamma>>("aten::lgamma.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                            elementwise<1, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(lgamma) = {gleed::ops::kDefs};
