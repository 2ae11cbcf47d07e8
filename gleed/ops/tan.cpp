// tan.cpp -- tan: the tangent.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Tan {
  template <class T>
  T operator()(T x) const {
    return std::tan(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Tan>>("aten::tan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                         dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(tan) = {gleed::ops::kDefs};
