// signbit.cpp -- signbit: true where x is negative, -0 and a negative nan too.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Signbit {
  template <class T>
  bool operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return x < 0;
    } else {
      return std::signbit(x);
    }
  }
};

constexpr OpDef kDefs[] = {
    def<unary_number<Signbit>>("aten::signbit.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                               elementwise<1, Gives::Bool>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(signbit) = {gleed::ops::kDefs};
