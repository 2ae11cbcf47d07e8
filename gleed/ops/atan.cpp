// atan.cpp -- atan: the inverse tangent.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Atan {
  template <class T>
  T operator()(T x) const {
    return std::atan(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Atan>>("aten::atan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                          dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(atan) = {gleed::ops::kDefs};
