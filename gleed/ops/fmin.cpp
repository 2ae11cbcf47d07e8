// fmin.cpp -- fmin: the lesser of both; nan only where both are.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Fmin {
  template <class T>
  T operator()(T x, T y) const {
    if constexpr (std::is_integral_v<T>) {
      return x < y ? x : y;
    } else {
      return std::fmin(x, y);
    }
  }
};

constexpr OpDef kDefs[] = {
    def<binary_number<Fmin, const Tensor&, const Tensor&>>(
        "aten::fmin.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Common>,
        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(fmin) = {gleed::ops::kDefs};
