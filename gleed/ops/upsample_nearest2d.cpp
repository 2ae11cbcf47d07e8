// upsample_nearest2d.cpp -- upsample_nearest2d: an image resized, each pixel the one nearest to its place.
#include <cstring>

#include "gleed/ops/family/resample.h"

namespace gleed::ops {
namespace {

Error nearest_shape(Context& ctx, const Tensor& x, std::optional<IntList> size,
                    std::optional<Span<const double>> factors, Tensor& out) {
  return resample_shape(ctx, x, size, factors, out);
}

// Elements are only moved, so their size is all that matters.
template <class T>
void resample(const Tensor& x, float scale_h, float scale_w, Tensor& out) {
  const bool channels_last = x.strides[1] == 1;
  const int64_t lanes = channels_last ? x.size(1) : 1, planes = channels_last ? 1 : x.size(1);
  for (int64_t n = 0; n < x.size(0); ++n) {
    for (int64_t c = 0; c < planes; ++c) {
      const T* from = x.ptr<T>() + n * x.strides[0] + c * x.strides[1];
      T* to = out.ptr<T>() + n * out.strides[0] + c * out.strides[1];
      for (int64_t oh = 0; oh < out.size(2); ++oh) {
        const T* row = from + nearest(scale_h, oh, x.size(2), out.size(2)) * x.strides[2];
        for (int64_t ow = 0; ow < out.size(3); ++ow) {
          const T* p = row + nearest(scale_w, ow, x.size(3), out.size(3)) * x.strides[3];
          T* y = to + oh * out.strides[2] + ow * out.strides[3];
          for (int64_t l = 0; l < lanes; ++l) y[l * out.strides[1]] = p[l];
        }
      }
    }
  }
}

Error nearest_out(Context&, const Tensor& x, std::optional<IntList>, std::optional<Span<const double>> factors,
                  Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  const float scale_h = pixel_scale<float>(x.size(2), out.size(2), false, factors ? (*factors)[0] : 0);
  const float scale_w = pixel_scale<float>(x.size(3), out.size(3), false, factors ? (*factors)[1] : 0);
  switch (dtype_bytes(x.dtype)) {
    case 8:
      resample<uint64_t>(x, scale_h, scale_w, out);
      break;
    case 4:
      resample<uint32_t>(x, scale_h, scale_w, out);
      break;
    case 2:
      resample<uint16_t>(x, scale_h, scale_w, out);
      break;
    default:
      resample<uint8_t>(x, scale_h, scale_w, out);
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<nearest_out>("aten::upsample_nearest2d.vec_out(Tensor input, SymInt[]? output_size, float[]? scale_factors, *, "
                     "Tensor(a!) out) -> Tensor(a!)",
                     shape::typed<nearest_shape>, dtypes::kFloats | dtypes::bit(DType::UInt8)),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(upsample_nearest2d) = {gleed::ops::kDefs};
