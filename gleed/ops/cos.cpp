// cos.cpp -- cos: the cosine.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Cos {
  template <class T>
  T operator()(T x) const {
    return std::cos(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Cos>>("aten::cos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                         dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(cos) = {gleed::ops::kDefs};
