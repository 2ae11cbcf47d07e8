// acos.cpp -- acos: the inverse cosine.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Acos {
  template <class T>
  T operator()(T x) const {
    return std::acos(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Acos>>("aten::acos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                          dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(acos) = {gleed::ops::kDefs};
