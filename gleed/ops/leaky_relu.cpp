// leaky_relu.cpp -- leaky_relu: x where x is positive, slope * x elsewhere.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

Error leaky_relu_out(Context&, const Tensor& x, Scalar slope, Tensor& out) {
  compute<true>(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const T s = cast<T>(slope);
    unary<T>(x, out, x.dtype, [s](T v) { return v > 0 ? v : v * s; });
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<leaky_relu_out>(
        "aten::leaky_relu.out(Tensor self, Scalar negative_slope=0.01, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<1, Gives::Common, dtypes::kFloats>, dtypes::kFloats, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(leaky_relu) = {gleed::ops::kDefs};
