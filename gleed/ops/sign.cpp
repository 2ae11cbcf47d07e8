// sign.cpp -- sign: -1, 0 or 1; 0 for nan.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Sign {
  template <class T>
  T operator()(T x) const {
    return static_cast<T>((x > T(0)) - (x < T(0)));
  }
};

constexpr OpDef kDefs[] = {
    def<unary_number<Sign>>("aten::sign.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                            elementwise<1, Gives::Common, dtypes::kAll>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(sign) = {gleed::ops::kDefs};
