// pixel_unshuffle.cpp -- pixel_unshuffle: (.., C, H r, W r) to (.., C r r, H, W): blocks of pixels become channels.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error pixel_unshuffle_shape(Context& ctx, const Tensor& x, int64_t factor, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_rank(ctx, "self", x, 3, kMaxRank));
  GLEED_TRY(expect_range(ctx, "downscale_factor", factor, 1, 1 << 15));
  const int channel = x.rank - 3;
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank; ++d) sizes[d] = x.sizes[d];
  if (sizes[channel + 1] % factor != 0 || sizes[channel + 2] % factor != 0) {
    return ctx.fail(Error::BadArgument, {"self is ", sizes[channel + 1], " high and ", sizes[channel + 2],
                                         " wide, expected multiples of ", factor});
  }
  sizes[channel] *= factor * factor;
  sizes[channel + 1] /= factor, sizes[channel + 2] /= factor;
  return resize(ctx, out, {sizes, x.rank});
}

Error pixel_unshuffle_out(Context&, const Tensor& x, int64_t factor, Tensor& out) {
  const int c = x.rank - 3, h = c + 1, w = c + 2;
  const int64_t channel = out.strides[c];
  Box box;
  for (int d = 0; d < c; ++d) box.add(x.sizes[d], x.strides[d], out.strides[d]);
  box.add(x.sizes[c], x.strides[c], channel * factor * factor);
  box.add(factor, x.strides[h], channel * factor);
  box.add(factor, x.strides[w], channel);
  box.add(out.sizes[h], x.strides[h] * factor, out.strides[h]);
  box.add(out.sizes[w], x.strides[w] * factor, out.strides[w]);
  copy_box(box, x.data, out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<pixel_unshuffle_out>(
        "aten::pixel_unshuffle.out(Tensor self, int downscale_factor, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<pixel_unshuffle_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(pixel_unshuffle) = {gleed::ops::kDefs};
