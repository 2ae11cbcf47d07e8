// special_zeta.cpp -- special_zeta: Hurwitz's zeta function, the sum of (other + k)^-self over all k >= 0.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/gamma.h"

namespace gleed::ops {
namespace {

constexpr uint32_t kNoHalves = dtypes::kAll & ~dtypes::kHalves;  // as PyTorch has it

// A and B: const Tensor& or Scalar.
template <class A, class B>
Error zeta_out(Context&, A x, B q, Tensor& out) {
  const DType real = real_dtype(common_dtype({x, q}));
  compute<true>(real, [&](auto type) {
    using T = typename decltype(type)::type;
    binary<T>(x, q, out, real,
              [](T a, T b) { return static_cast<T>(zeta(static_cast<double>(a), static_cast<double>(b))); });
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<zeta_out<const Tensor&, const Tensor&>>(
        "aten::special_zeta.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Real, kNoHalves>, dtypes::kAll, kInPlace),
    def<zeta_out<Scalar, const Tensor&>>(
        "aten::special_zeta.self_scalar_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Real, kNoHalves>, kNoHalves, kInPlace),
    def<zeta_out<const Tensor&, Scalar>>(
        "aten::special_zeta.other_scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Real, kNoHalves>, kNoHalves, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(special_zeta) = {gleed::ops::kDefs};
