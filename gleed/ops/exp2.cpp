// exp2.cpp -- exp2: 2 to the power of x.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Exp2 {
  template <class T>
  T operator()(T x) const {
    return std::exp2(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Exp2>>("aten::exp2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                          dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(exp2) = {gleed::ops::kDefs};
