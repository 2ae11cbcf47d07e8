// atan2.cpp -- atan2: the angle of the point (other, self).
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

Error atan2_out(Context&, const Tensor& y, const Tensor& x, Tensor& out) {
  const DType real = real_dtype(common_dtype({y, x}));
  compute<true>(real, [&](auto type) {
    using T = typename decltype(type)::type;
    binary<T>(y, x, out, real, [](T a, T b) { return std::atan2(a, b); });
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<atan2_out>("aten::atan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
                   elementwise<2, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(atan2) = {gleed::ops::kDefs};
