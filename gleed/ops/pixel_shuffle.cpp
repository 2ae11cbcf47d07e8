// pixel_shuffle.cpp -- pixel_shuffle: (.., C r r, H, W) to (.., C, H r, W r): groups of channels become blocks of
// pixels.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error pixel_shuffle_shape(Context& ctx, const Tensor& x, int64_t factor, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_rank(ctx, "self", x, 3, kMaxRank));
  GLEED_TRY(expect_range(ctx, "upscale_factor", factor, 1, 1 << 20));
  const int channel = x.rank - 3;
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank; ++d) sizes[d] = x.sizes[d];
  if (sizes[channel] % (factor * factor) != 0) {
    return ctx.fail(Error::BadArgument,
                    {"self has ", sizes[channel], " channels, expected a multiple of ", factor * factor});
  }
  sizes[channel] /= factor * factor;
  sizes[channel + 1] *= factor, sizes[channel + 2] *= factor;
  return resize(ctx, out, {sizes, x.rank});
}

Error pixel_shuffle_out(Context&, const Tensor& x, int64_t factor, Tensor& out) {
  const int c = x.rank - 3, h = c + 1, w = c + 2;
  const int64_t channel = x.strides[c];
  Box box;
  for (int d = 0; d < c; ++d) box.add(x.sizes[d], x.strides[d], out.strides[d]);
  box.add(out.sizes[c], channel * factor * factor, out.strides[c]);
  box.add(x.sizes[h], x.strides[h], out.strides[h] * factor);
  box.add(factor, channel * factor, out.strides[h]);
  box.add(x.sizes[w], x.strides[w], out.strides[w] * factor);
  box.add(factor, channel, out.strides[w]);
  copy_box(box, x.data, out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<pixel_shuffle_out>("aten::pixel_shuffle.out(Tensor self, int upscale_factor, *, Tensor(a!) out) -> Tensor(a!)",
                           shape::typed<pixel_shuffle_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(pixel_shuffle) = {gleed::ops::kDefs};
