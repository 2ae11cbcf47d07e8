// log10.cpp -- log10: the logarithm to base 10.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Log10 {
  template <class T>
  T operator()(T x) const {
    return std::log10(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Log10>>("aten::log10.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                           dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(log10) = {gleed::ops::kDefs};
