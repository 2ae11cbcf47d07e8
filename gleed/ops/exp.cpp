// exp.cpp -- exp: e to the power of x.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Exp {
  template <class T>
  T operator()(T x) const {
    return std::exp(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Exp>>("aten::exp.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                         dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(exp) = {gleed::ops::kDefs};
