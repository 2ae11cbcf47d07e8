// rsqrt.cpp -- rsqrt: 1 / sqrt(x).
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Rsqrt {
  template <class T>
  T operator()(T x) const {
    return T(1) / std::sqrt(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Rsqrt>>("aten::rsqrt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                           dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(rsqrt) = {gleed::ops::kDefs};
