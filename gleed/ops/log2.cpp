// log2.cpp -- log2: the logarithm to base 2.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Log2 {
  template <class T>
  T operator()(T x) const {
    return std::log2(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Log2>>("aten::log2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                          dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(log2) = {gleed::ops::kDefs};
