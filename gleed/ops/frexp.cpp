// frexp.cpp -- frexp: a mantissa in [0.5, 1) and an exponent, with self = mantissa * 2^exponent; 0 with nan and
// infinity.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {
namespace {

Error frexp_shape(Context& ctx, const Tensor& x, Tensor& mantissa, Tensor& exponent) {
  GLEED_TRY(check_dtype(ctx, x.dtype));
  GLEED_TRY(check_dtype(ctx, DType::Int32));
  GLEED_TRY(expect_dtype(ctx, "mantissa", mantissa, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "exponent", exponent, DType::Int32));
  GLEED_TRY(resize_like(ctx, mantissa, x));
  return resize_like(ctx, exponent, x);
}

Error frexp_out(Context&, const Tensor& x, Tensor& mantissa, Tensor& exponent) {
  compute<true>(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const auto power = [](T v) {
      int32_t e = 0;
      if (std::isfinite(v)) std::frexp(v, &e);
      return e;
    };
    run({&unary_loop<T, int32_t, decltype(power)>, &power, x.dtype, {dtype_of<T>}, DType::Int32, DType::Int32}, {x},
        exponent);
    unary<T>(x, mantissa, x.dtype, [](T v) {
      int e = 0;
      return std::frexp(v, &e);
    });
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<frexp_out>("aten::frexp.Tensor_out(Tensor self, *, Tensor(a!) mantissa, Tensor(b!) exponent) -> "
                   "(Tensor(a!) mantissa, Tensor(b!) exponent)",
                   shape::typed<frexp_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(frexp) = {gleed::ops::kDefs};
