// isinf.cpp -- isinf: true where x is inf or -inf.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct IsInf {
  template <class T>
  bool operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<void>(x), false;
    } else {
      return std::isinf(x);
    }
  }
};

constexpr OpDef kDefs[] = {
    def<unary_number<IsInf>>("aten::isinf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                             elementwise<1, Gives::Bool>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(isinf) = {gleed::ops::kDefs};
