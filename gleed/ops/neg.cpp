// neg.cpp -- neg: -x; integers wrap.
#include "gleed/ops/family/arithmetic.h"

namespace gleed::ops {
namespace {

struct Neg {
  template <class T>
  T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return subtract(T(0), x);
    } else {
      return -x;  // 0 becomes -0
    }
  }
};

constexpr OpDef kDefs[] = {
    def<unary_number<Neg>>("aten::neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                           elementwise<1, Gives::Common, dtypes::kNumbers>, dtypes::kNumbers, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(neg) = {gleed::ops::kDefs};
