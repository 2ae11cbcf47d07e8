// log1p.cpp -- log1p: log(1 + x), exact also near 0.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Log1p {
  template <class T>
  T operator()(T x) const {
    return std::log1p(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Log1p>>("aten::log1p.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                           dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(log1p) = {gleed::ops::kDefs};
