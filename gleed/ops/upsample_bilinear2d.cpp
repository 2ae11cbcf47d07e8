// upsample_bilinear2d.cpp -- upsample_bilinear2d: an image resized, each pixel mixed from the four around its place.
#include "gleed/ops/family/dispatch.h"
#include "gleed/ops/family/resample.h"

namespace gleed::ops {
namespace {

Error bilinear_shape(Context& ctx, const Tensor& x, std::optional<IntList> size, bool,
                     std::optional<Span<const double>> factors, Tensor& out) {
  return resample_shape(ctx, x, size, factors, out);
}

// PyTorch resizes bytes by rows, then by columns, and rounds after each.
template <class T, class C>
C level(C value) {
  return std::is_integral_v<T> ? std::floor(value + C(0.5)) : value;
}

Error bilinear_out(Context& ctx, const Tensor& x, std::optional<IntList>, bool align_corners,
                   std::optional<Span<const double>> factors, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  return dispatch<dtypes::kFloats | dtypes::bit(DType::UInt8)>(ctx, x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    using C = std::conditional_t<std::is_same_v<T, uint8_t>, float, Compute<T>>;
    const C scale_h = pixel_scale<C>(x.size(2), out.size(2), align_corners, factors ? (*factors)[0] : 0);
    const C scale_w = pixel_scale<C>(x.size(3), out.size(3), align_corners, factors ? (*factors)[1] : 0);
    // Channels innermost in memory are innermost here as well.
    const bool channels_last = x.strides[1] == 1;
    const int64_t lanes = channels_last ? x.size(1) : 1, planes = channels_last ? 1 : x.size(1);
    for (int64_t n = 0; n < x.size(0); ++n) {
      for (int64_t c = 0; c < planes; ++c) {
        const T* from = x.ptr<T>() + n * x.strides[0] + c * x.strides[1];
        T* to = out.ptr<T>() + n * out.strides[0] + c * out.strides[1];
        for (int64_t oh = 0; oh < out.size(2); ++oh) {
          const Between<C> h = between(scale_h, oh, x.size(2), align_corners);
          const T *top = from + h.first * x.strides[2], *bottom = from + h.second * x.strides[2];
          for (int64_t ow = 0; ow < out.size(3); ++ow) {
            const Between<C> w = between(scale_w, ow, x.size(3), align_corners);
            const int64_t left = w.first * x.strides[3], right = w.second * x.strides[3];
            T* y = to + oh * out.strides[2] + ow * out.strides[3];
            for (int64_t l = 0; l < lanes; ++l) {
              const C a = cast<C>(top[left + l]), b = cast<C>(top[right + l]);
              const C d = cast<C>(bottom[left + l]), e = cast<C>(bottom[right + l]);
              const C upper = level<T>((C(1) - w.weight) * a + w.weight * b);
              const C lower = level<T>((C(1) - w.weight) * d + w.weight * e);
              y[l * out.strides[1]] = cast<T>(level<T>((C(1) - h.weight) * upper + h.weight * lower));
            }
          }
        }
      }
    }
    return Error::Ok;
  });
}

constexpr OpDef kDefs[] = {
    def<bilinear_out>("aten::upsample_bilinear2d.vec_out(Tensor input, SymInt[]? output_size, bool align_corners, "
                      "float[]? scale_factors, *, Tensor(a!) out) -> Tensor(a!)",
                      shape::typed<bilinear_shape>, dtypes::kFloats | dtypes::bit(DType::UInt8)),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(upsample_bilinear2d) = {gleed::ops::kDefs};
