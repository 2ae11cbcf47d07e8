// asin.cpp -- asin: the inverse sine.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Asin {
  template <class T>
  T operator()(T x) const {
    return std::asin(x);
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Asin>>("aten::asin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                          dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(asin) = {gleed::ops::kDefs};
