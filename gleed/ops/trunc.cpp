// trunc.cpp -- trunc: x without its fraction.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Trunc {
  template <class T>
  T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return x;
    } else {
      return std::trunc(x);
    }
  }
};

constexpr OpDef kDefs[] = {
    def<unary_number<Trunc>>("aten::trunc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                             elementwise<1, Gives::Common, dtypes::kNumbers>, dtypes::kNumbers, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(trunc) = {gleed::ops::kDefs};
