// quantize_per_token.cpp -- quantize_per_token and back: a scale and zero point for each row of the last dimension.
#include "gleed/ops/family/quantize.h"

namespace gleed::ops {
namespace {

Affine per_row(const Tensor& scales, const Tensor& zeros) { return {&scales, &zeros, Affine::Per::Row, 0}; }

Error quantize_shape(Context& ctx, const Tensor& x, const Tensor& scales, const Tensor& zeros, int64_t, int64_t,
                     int64_t, Tensor& out) {
  return affine_shape(ctx, x, per_row(scales, zeros), out, x, out);
}
Error quantize_out(Context&, const Tensor& x, const Tensor& scales, const Tensor& zeros, int64_t low, int64_t high,
                   int64_t, Tensor& out) {
  quantize(x, per_row(scales, zeros), low, high, true, out);
  return Error::Ok;
}

Error dequantize_shape(Context& ctx, const Tensor& x, const Tensor& scales, const Tensor& zeros, int64_t, int64_t,
                       int64_t, int64_t, Tensor& out) {
  return affine_shape(ctx, x, per_row(scales, zeros), x, out, out);
}
Error dequantize_out(Context&, const Tensor& x, const Tensor& scales, const Tensor& zeros, int64_t, int64_t, int64_t,
                     int64_t, Tensor& out) {
  dequantize(x, per_row(scales, zeros), out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<quantize_out>(
        "quantized_decomposed::quantize_per_token.out(Tensor input, Tensor scales, Tensor zero_points, int "
        "quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<quantize_shape>, dtypes::kFloats),
    def<dequantize_out>(
        "quantized_decomposed::dequantize_per_token.out(Tensor input, Tensor scales, Tensor zero_points, "
        "int quant_min, int quant_max, ScalarType dtype, ScalarType output_dtype, *, Tensor(a!) out) -> "
        "Tensor(a!)",
        shape::typed<dequantize_shape>, kQuantized),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(quantize_per_token) = {gleed::ops::kDefs};
