// resample.cpp -- sizes of the operators that resize images.
#include "gleed/ops/family/resample.h"

#include "gleed/ops/family/expect.h"

namespace gleed::ops {

Error resample_shape(Context& ctx, const Tensor& x, const std::optional<IntList>& size,
                     const std::optional<Span<const double>>& factors, Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "input", x, 4, 4));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (size.has_value() == factors.has_value()) {
    return ctx.fail(Error::BadArgument,
                    {"output_size and scale_factors are both ", size ? "given" : "None", "; give one of them"});
  }
  const size_t items = size ? size->size() : factors->size;
  if (items != 2) {
    return ctx.fail(Error::BadArgument, {size ? "output_size" : "scale_factors", " has ", items,
                                         " items; it has one for each of 2 dimensions"});
  }
  int64_t sizes[4] = {x.size(0), x.size(1)};
  for (int i = 0; i < 2; ++i) {
    const int64_t in = x.size(2 + i);
    const size_t at = static_cast<size_t>(i);
    if (size) {
      sizes[2 + i] = (*size)[at];
    } else {
      const double real = static_cast<double>(in) * (*factors)[at];
      if (!(real >= 0 && real <= INT32_MAX)) {
        return ctx.fail(Error::BadArgument, {"scale factor ", (*factors)[at], " times size ", in,
                                             " is not a size; sizes are 1 to ", INT32_MAX});
      }
      sizes[2 + i] = static_cast<int64_t>(real);
    }
    GLEED_TRY(expect_range(ctx, "the input's size", in, 1, INT32_MAX));
    GLEED_TRY(expect_range(ctx, "the output's size", sizes[2 + i], 1, INT32_MAX));
  }
  return resize(ctx, out, sizes);
}

}  // namespace gleed::ops
