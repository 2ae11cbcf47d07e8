// polygamma.cpp -- polygamma: the derivative n + 1 of the logarithm of the gamma function.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/gamma.h"
#include "gleed/ops/family/rounded.h"

namespace gleed::ops {
namespace {

Error polygamma_shape(Context& ctx, int64_t n, const Tensor& x, Tensor& out) {
  GLEED_TRY(expect_range(ctx, "n", n, 0, INT32_MAX));
  GLEED_TRY(check_dtype(ctx, x.dtype));
  GLEED_TRY(check_storable(ctx, real_dtype(x.dtype), out));
  return resize_like(ctx, out, x);
}

Error polygamma_out(Context&, int64_t n, const Tensor& x, Tensor& out) {
  const DType real = real_dtype(x.dtype);
  compute<true>(real, [&](auto type) {
    using T = typename decltype(type)::type;
    if (n == 0) return unary<T>(x, out, real, [](T v) { return static_cast<T>(digamma(static_cast<double>(v))); });
    if (n == 1) return unary<T>(x, out, real, [](T v) { return trigamma(v); });
    const T next = static_cast<T>(n) + 1, factorial = std::exp(std::lgamma(next));
    const T factor = n % 2 ? factorial : -factorial;
    // Rounded to a half type in between, as PyTorch does it.
    unary<T>(x, out, real, [=](T v) {
      return factor * rounded(real, static_cast<T>(zeta(static_cast<double>(next), static_cast<double>(v))));
    });
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<polygamma_out>("aten::polygamma.out(int n, Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                       shape::typed<polygamma_shape>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(polygamma) = {gleed::ops::kDefs};
