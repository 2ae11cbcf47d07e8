// ceil.cpp -- ceil: the smallest integer not below x.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Ceil {
  template <class T>
  T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return x;
    } else {
      return std::ceil(x);
    }
  }
};

constexpr OpDef kDefs[] = {
    def<unary_number<Ceil>>("aten::ceil.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                            elementwise<1, Gives::Common, dtypes::kNumbers>, dtypes::kNumbers, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(ceil) = {gleed::ops::kDefs};
