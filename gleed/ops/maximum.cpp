// maximum.cpp -- maximum: the greater of both; nan where either is.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Maximum {
  template <class T>
  T operator()(T x, T y) const {
    return x > y || x != x ? x : y;
  }
};

constexpr OpDef kDefs[] = {
    def<binary_number<Maximum, const Tensor&, const Tensor&>>(
        "aten::maximum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Common>,
        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(maximum) = {gleed::ops::kDefs};
