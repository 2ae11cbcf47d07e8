// resample.h -- sizes and source coordinates of the operators that resize images.
#pragma once
#include <cmath>
#include <optional>

#include "gleed/core/context.h"
#include "gleed/core/op.h"

namespace gleed::ops {

// Resizes `out` to (batch, channels, height, width) as given by exactly one of `size` and `factors`.
Error resample_shape(Context& ctx, const Tensor& x, const std::optional<IntList>& size,
                     const std::optional<Span<const double>>& factors, Tensor& out);

// How many input pixels one output pixel stands for, in C as PyTorch computes it. A scale given by the caller wins over
// the ratio of sizes, except with aligned corners.
template <class C>
C pixel_scale(int64_t in, int64_t out, bool align_corners, double factor) {
  if (align_corners) return out > 1 ? static_cast<C>(in - 1) / static_cast<C>(out - 1) : C(0);
  return factor > 0 ? static_cast<C>(1.0 / factor) : static_cast<C>(in) / static_cast<C>(out);
}

// The two input pixels that output `o` lies between, and the weight of the second.
template <class C>
struct Between {
  int64_t first, second;
  C weight;
};
template <class C>
Between<C> between(C scale, int64_t o, int64_t in, bool align_corners) {
  C at = align_corners ? scale * static_cast<C>(o) : scale * (static_cast<C>(o) + C(0.5)) - C(0.5);
  if (!(at > C(0))) at = 0;
  int64_t first = at < static_cast<C>(in - 1) ? static_cast<int64_t>(at) : in - 1;
  C weight = at - static_cast<C>(first);
  if (weight > C(1)) weight = 1;
  return {first, first < in - 1 ? first + 1 : first, weight};
}

// The input pixel nearest to output `o`, rounding down.
inline int64_t nearest(float scale, int64_t o, int64_t in, int64_t out) {
  if (in == out) return o;
  if (out == 2 * in) return o / 2;
  const float at = std::floor(static_cast<float>(o) * scale);
  return at < static_cast<float>(in - 1) ? static_cast<int64_t>(at) : in - 1;
}

}  // namespace gleed::ops
