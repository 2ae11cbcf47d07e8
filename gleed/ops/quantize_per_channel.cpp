// quantize_per_channel.cpp -- quantize_per_channel and back: a scale and zero point for each index of one dimension.
#include "gleed/ops/family/quantize.h"

namespace gleed::ops {
namespace {

Affine per_channel(const Tensor& scales, const Tensor* zeros, int64_t axis) {
  return {&scales, zeros, Affine::Per::Axis, axis};
}

Error quantize_shape(Context& ctx, const Tensor& x, const Tensor& scales, const Tensor& zeros, int64_t axis, int64_t,
                     int64_t, int64_t, Tensor& out) {
  return affine_shape(ctx, x, per_channel(scales, &zeros, axis), out, x, out);
}
Error quantize_out(Context&, const Tensor& x, const Tensor& scales, const Tensor& zeros, int64_t axis, int64_t low,
                   int64_t high, int64_t, Tensor& out) {
  quantize(x, per_channel(scales, &zeros, axis), low, high, false, out);
  return Error::Ok;
}

Error dequantize_shape(Context& ctx, const Tensor& x, const Tensor& scales, const Tensor* zeros, int64_t axis, int64_t,
                       int64_t, int64_t, std::optional<int64_t>, Tensor& out) {
  return affine_shape(ctx, x, per_channel(scales, zeros, axis), x, out, out);
}
Error dequantize_out(Context&, const Tensor& x, const Tensor& scales, const Tensor* zeros, int64_t axis, int64_t,
                     int64_t, int64_t, std::optional<int64_t>, Tensor& out) {
  dequantize(x, per_channel(scales, zeros, axis), out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<quantize_out>("quantized_decomposed::quantize_per_channel.out(Tensor input, Tensor scales, Tensor zero_points, "
                      "int axis, int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)",
                      shape::typed<quantize_shape>, kQuantizable),
    def<dequantize_out>("quantized_decomposed::dequantize_per_channel.out(Tensor input, Tensor scales, Tensor? "
                        "zero_points, int axis, int quant_min, int quant_max, ScalarType dtype, *, ScalarType? "
                        "out_dtype=None, Tensor(a!) out) -> Tensor(a!)",
                        shape::typed<dequantize_shape>, kQuantized),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(quantize_per_channel) = {gleed::ops::kDefs};
