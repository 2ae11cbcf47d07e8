// log.cpp -- log: the natural logarithm.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Log {
  template <class T>
  T operator()(T x) const {
    return std::log(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Log>>("aten::log.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                         dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(log) = {gleed::ops::kDefs};
