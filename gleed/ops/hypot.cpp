// hypot.cpp -- hypot: the length of the vector (self, other), without overflow on the way.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

Error hypot_out(Context&, const Tensor& x, const Tensor& y, Tensor& out) {
  const DType common = common_dtype({x, y});
  compute<true>(common, [&](auto type) {
    using T = typename decltype(type)::type;
    binary<T>(x, y, out, common, [](T a, T b) { return std::hypot(a, b); });
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<hypot_out>("aten::hypot.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
                   elementwise<2, Gives::Common, dtypes::kFloats>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(hypot) = {gleed::ops::kDefs};
