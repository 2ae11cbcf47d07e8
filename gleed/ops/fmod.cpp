// fmod.cpp -- fmod: what is left of self after division by other, with the sign of self.
#include "gleed/ops/family/arithmetic.h"

namespace gleed::ops {
namespace {

struct Fmod {
  template <class T>
  T operator()(T x, T y) const {
    return remainder_trunc(x, y);
  }
};

template <class B>
Error fmod_out(Context& ctx, const Tensor& x, B y, Tensor& out) {
  return binary_division<Fmod>(ctx, x, y, out);
}

constexpr OpDef kDefs[] = {
    def<fmod_out<const Tensor&>>("aten::fmod.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
                                 elementwise<2, Gives::Common, dtypes::kNumbers>, dtypes::kAll, kInPlace),
    def<fmod_out<Scalar>>("aten::fmod.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
                          elementwise<2, Gives::Common, dtypes::kNumbers>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(fmod) = {gleed::ops::kDefs};
