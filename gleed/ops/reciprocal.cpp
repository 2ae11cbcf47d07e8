// reciprocal.cpp -- reciprocal: 1 / x.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Reciprocal {
  template <class T>
  T operator()(T x) const {
    return T(1) / x;
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Reciprocal>>("aten::reciprocal.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                                elementwise<1, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(reciprocal) = {gleed::ops::kDefs};
