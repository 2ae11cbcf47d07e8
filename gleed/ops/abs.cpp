// abs.cpp -- abs: the absolute value; the least integer stays as it is.
#include "gleed/ops/family/arithmetic.h"

namespace gleed::ops {
namespace {

struct Abs {
  template <class T>
  T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return x < 0 ? subtract(T(0), x) : x;
    } else {
      return std::fabs(x);
    }
  }
};

constexpr OpDef kDefs[] = {
    def<unary_number<Abs>>("aten::abs.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                           elementwise<1, Gives::Common, dtypes::kNumbers>, dtypes::kNumbers, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(abs) = {gleed::ops::kDefs};
