// quantize_per_tensor.cpp -- quantize_per_tensor and back: one scale and zero point, as numbers or tensors.
#include "gleed/ops/family/quantize.h"

namespace gleed::ops {
namespace {

Error quantize_shape(Context& ctx, const Tensor& x, double scale, int64_t zero, int64_t, int64_t, int64_t,
                     Tensor& out) {
  return affine_shape(ctx, x, OneScale(scale, zero).affine(), out, x, out);
}
Error quantize_out(Context&, const Tensor& x, double scale, int64_t zero, int64_t low, int64_t high, int64_t,
                   Tensor& out) {
  quantize(x, OneScale(scale, zero).affine(), low, high, false, out);
  return Error::Ok;
}

Error quantize_tensor_shape(Context& ctx, const Tensor& x, const Tensor& scale, const Tensor& zero, int64_t, int64_t,
                            int64_t, Tensor& out) {
  return affine_shape(ctx, x, {&scale, &zero}, out, x, out);
}
Error quantize_tensor_out(Context&, const Tensor& x, const Tensor& scale, const Tensor& zero, int64_t low, int64_t high,
                          int64_t, Tensor& out) {
  quantize(x, {&scale, &zero}, low, high, false, out);
  return Error::Ok;
}

Error dequantize_shape(Context& ctx, const Tensor& x, double scale, int64_t zero, int64_t, int64_t, int64_t,
                       std::optional<int64_t>, Tensor& out) {
  return affine_shape(ctx, x, OneScale(scale, zero).affine(), x, out, out);
}
Error dequantize_out(Context&, const Tensor& x, double scale, int64_t zero, int64_t, int64_t, int64_t,
                     std::optional<int64_t>, Tensor& out) {
  dequantize(x, OneScale(scale, zero).affine(), out);
  return Error::Ok;
}

Error dequantize_tensor_shape(Context& ctx, const Tensor& x, const Tensor& scale, const Tensor& zero, int64_t, int64_t,
                              int64_t, std::optional<int64_t>, Tensor& out) {
  return affine_shape(ctx, x, {&scale, &zero}, x, out, out);
}
Error dequantize_tensor_out(Context&, const Tensor& x, const Tensor& scale, const Tensor& zero, int64_t, int64_t,
                            int64_t, std::optional<int64_t>, Tensor& out) {
  dequantize(x, {&scale, &zero}, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<quantize_out>("quantized_decomposed::quantize_per_tensor.out(Tensor input, float scale, int zero_point, int "
                      "quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)",
                      shape::typed<quantize_shape>, kQuantizable),
    def<quantize_tensor_out>("quantized_decomposed::quantize_per_tensor.Tensor_out(Tensor input, Tensor scale, Tensor "
                             "zero_point, int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> "
                             "Tensor(a!)",
                             shape::typed<quantize_tensor_shape>, kQuantizable),
    def<dequantize_out>(
        "quantized_decomposed::dequantize_per_tensor.out(Tensor input, float scale, int zero_point, int "
        "quant_min, int quant_max, ScalarType dtype, *, ScalarType? out_dtype=None, Tensor(a!) out) -> "
        "Tensor(a!)",
        shape::typed<dequantize_shape>, kQuantized),
    def<dequantize_tensor_out>("quantized_decomposed::dequantize_per_tensor.Tensor_out(Tensor input, Tensor scale, "
                               "Tensor zero_point, int quant_min, int quant_max, ScalarType dtype, *, ScalarType? "
                               "out_dtype=None, Tensor(a!) out) -> Tensor(a!)",
                               shape::typed<dequantize_tensor_shape>, kQuantized),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(quantize_per_tensor) = {gleed::ops::kDefs};
