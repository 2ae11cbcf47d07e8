// fmax.cpp -- fmax: the greater of both; nan only where both are.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Fmax {
  template <class T>
  T operator()(T x, T y) const {
    if constexpr (std::is_integral_v<T>) {
      return x > y ? x : y;
    } else {
      return std::fmax(x, y);
    }
  }
};

constexpr OpDef kDefs[] = {
    def<binary_number<Fmax, const Tensor&, const Tensor&>>(
        "aten::fmax.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Common>,
        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(fmax) = {gleed::ops::kDefs};
