// sigmoid.cpp -- sigmoid: 1 / (1 + exp(-x)).
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Sigmoid {
  template <class T>
  T operator()(T x) const {
    return T(1) / (T(1) + std::exp(-x));
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Sigmoid>>("aten::sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                             elementwise<1, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(sigmoid) = {gleed::ops::kDefs};
