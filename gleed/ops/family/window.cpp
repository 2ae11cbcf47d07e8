// window.cpp -- output sizes of poolings.
#include "gleed/ops/family/window.h"

namespace gleed::ops {

Error pool_sizes(Context& ctx, Window& w, int rank, bool ceil) {
  int64_t elements = 1;  // of a window; each factor fits 32 bits
  for (int i = 3 - rank; i < 3; ++i) {
    Axis& a = w.axes[i];
    elements *= a.kernel;
    GLEED_TRY(expect_range(ctx, "the number of elements of a window", elements, 1, INT32_MAX));
    if (a.padding > ((a.kernel - 1) * a.dilation + 1) / 2) {
      return ctx.fail(Error::BadArgument, {"padding ", a.padding, " is more than half of the kernel size ", a.kernel});
    }
    const int64_t room = a.in + 2 * a.padding - a.dilation * (a.kernel - 1) - 1 + (ceil ? a.stride - 1 : 0);
    a.out = room < 0 ? 0 : room / a.stride + 1;
    if (ceil && a.out > 0 && (a.out - 1) * a.stride >= a.in + a.padding) --a.out;
    if (a.out < 1) {
      return ctx.fail(Error::BadArgument, {"an input of size ", a.in, " is too small for a window of ", a.kernel,
                                           " with dilation ", a.dilation, " and padding ", a.padding});
    }
  }
  return Error::Ok;
}

}  // namespace gleed::ops
