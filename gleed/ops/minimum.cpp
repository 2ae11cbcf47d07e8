// minimum.cpp -- minimum: the smaller of both; nan where either is.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Minimum {
  template <class T>
  T operator()(T x, T y) const {
    return x < y || x != x ? x : y;
  }
};

constexpr OpDef kDefs[] = {
    def<binary_number<Minimum, const Tensor&, const Tensor&>>(
        "aten::minimum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)", elementwise<2, Gives::Common>,
        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(minimum) = {gleed::ops::kDefs};
