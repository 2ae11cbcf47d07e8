// floor.cpp -- floor: the largest integer not above x.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Floor {
  template <class T>
  T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return x;
    } else {
      return std::floor(x);
    }
  }
};

constexpr OpDef kDefs[] = {
    def<unary_number<Floor>>("aten::floor.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                             elementwise<1, Gives::Common, dtypes::kNumbers>, dtypes::kNumbers, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(floor) = {gleed::ops::kDefs};
