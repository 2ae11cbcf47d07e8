// quantize.h -- real numbers to integers and back, by a scale and zero point per tensor, channel or row.
#pragma once
#include "gleed/core/context.h"
#include "gleed/ops/family/norm.h"

namespace gleed::ops {

// Integers that quantized values may have.
constexpr uint32_t kQuantized =
    dtypes::bit(DType::Int8) | dtypes::bit(DType::UInt8) | dtypes::bit(DType::Int16) | dtypes::bit(DType::Int32);
// What is quantized per tensor or channel; per row float64 is too.
constexpr uint32_t kQuantizable = dtypes::kHalves | dtypes::bit(DType::Float32);

// Scales and zero points: tensors, with one item for all, one per index of `axis`, or one per row of the last
// dimension. `zeros` may be nullptr.
struct Affine {
  const Tensor* scales = nullptr;
  const Tensor* zeros = nullptr;
  enum class Per { Tensor, Axis, Row } per = Per::Tensor;
  int64_t axis = 0;
};

// One scale and zero point as tensors of rank 0.
struct OneScale {
  double scale;
  int64_t zero;
  Tensor scales, zeros;
  OneScale(double s, int64_t z) : scale(s), zero(z) {
    scales.dtype = DType::Float64, scales.data = &scale;
    zeros.dtype = DType::Int64, zeros.data = &zero;
  }
  OneScale(const OneScale&) = delete;
  OneScale& operator=(const OneScale&) = delete;
  Affine affine() const { return {&scales, &zeros, Affine::Per::Tensor, 0}; }
};

// The rule of all: dtypes (`quantized` is x or out, the other one real), numbers of scales, out has the sizes of x.
Error affine_shape(Context& ctx, const Tensor& x, const Affine& affine, const Tensor& quantized, const Tensor& real,
                   Tensor& out);

// out = clamp(round(x / scale) + zero, low, high), half to even. `round_last` rounds after adding the zero point.
void quantize(const Tensor& x, const Affine& affine, int64_t low, int64_t high, bool round_last, Tensor& out);
// out = (x - zero) * scale
void dequantize(const Tensor& x, const Affine& affine, Tensor& out);

}  // namespace gleed::ops
