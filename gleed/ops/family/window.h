// window.h -- windows that slide over one to three spatial dimensions: the sizes of convolutions and poolings.
#pragma once
#include "gleed/core/context.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {

// One spatial dimension. Output o sees the inputs o * stride - padding + k * dilation for k in [0, kernel) that lie in
// [0, in). All numbers fit 32 bits, so products of two of them fit int64.
struct Axis {
  int64_t in = 1;
  int64_t out = 1;
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t padding = 0;
  int64_t dilation = 1;
};

// Always three: depth, height, width; those that a tensor lacks come first and have size 1.
struct Window {
  Axis axes[3];
};

// Sets the `out` sizes of a pooling's `rank` last axes; with `ceil`, a window may begin inside and end past the input,
// as long as it does not begin in the padding on the right. Fails when no window fits.
Error pool_sizes(Context& ctx, Window& w, int rank, bool ceil);

}  // namespace gleed::ops
