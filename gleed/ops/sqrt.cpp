// sqrt.cpp -- sqrt: the square root.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Sqrt {
  template <class T>
  T operator()(T x) const {
    return std::sqrt(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Sqrt>>("aten::sqrt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                          dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(sqrt) = {gleed::ops::kDefs};
