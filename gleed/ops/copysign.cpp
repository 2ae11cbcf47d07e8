// copysign.cpp -- copysign: the absolute value of self with the sign of other, that of -0 and nan too.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

template <class B>
Error copysign_out(Context&, const Tensor& x, B y, Tensor& out) {
  const DType real = real_dtype(common_dtype({x, y}));
  compute<true>(real, [&](auto type) {
    using T = typename decltype(type)::type;
    binary<T>(x, y, out, real, [](T a, T b) { return std::copysign(a, b); });
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<copysign_out<const Tensor&>>("aten::copysign.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
                                     elementwise<2, Gives::Real>, dtypes::kAll, kInPlace),
    def<copysign_out<Scalar>>("aten::copysign.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
                              elementwise<2, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(copysign) = {gleed::ops::kDefs};
