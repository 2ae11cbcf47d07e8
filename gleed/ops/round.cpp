// round.cpp -- round: the nearest integer, ties to even; or the nearest number with so many decimals.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Round {
  template <class T>
  T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      return x;
    } else {
      return std::nearbyint(x);
    }
  }
};

Error round_decimals_out(Context& ctx, const Tensor& x, int64_t decimals, Tensor& out) {
  if (decimals == 0) return unary_number<Round>(ctx, x, out);
  compute<true>(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const T unit = static_cast<T>(std::pow(10.0, std::fabs(static_cast<double>(decimals))));
    if (decimals > 0) {
      unary<T>(x, out, x.dtype, [unit](T v) { return std::nearbyint(v * unit) / unit; });
    } else {
      unary<T>(x, out, x.dtype, [unit](T v) { return std::nearbyint(v / unit) * unit; });
    }
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<unary_number<Round>>("aten::round.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                             elementwise<1, Gives::Common, dtypes::kNumbers>, dtypes::kNumbers, kInPlace),
    def<round_decimals_out>("aten::round.decimals_out(Tensor self, *, int decimals, Tensor(a!) out) -> Tensor(a!)",
                            elementwise<1, Gives::Common, dtypes::kFloats>, dtypes::kFloats, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(round) = {gleed::ops::kDefs};
