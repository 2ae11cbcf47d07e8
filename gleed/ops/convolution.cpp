// convolution.cpp -- convolution: 1 to 3 spatial dimensions, groups, dilation, transposed, any layout of the tensors.
#include "gleed/ops/family/conv.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {
namespace {

// The output's size along one axis, in *size; every number fits 32 bits.
Error output_size(Context& ctx, const Axis& a, bool transposed, int64_t extra, int64_t* size) {
  const int64_t reach = a.dilation * (a.kernel - 1) + 1;
  if (transposed) {
    if (extra >= a.stride && extra >= a.dilation) {
      return ctx.fail(Error::BadArgument,
                      {"output_padding ", extra, " must be less than stride ", a.stride, " or dilation ", a.dilation});
    }
    *size = (a.in - 1) * a.stride + reach - 2 * a.padding + extra;
  } else {
    const int64_t room = a.in + 2 * a.padding - reach;
    *size = room < 0 ? 0 : room / a.stride + 1;
  }
  if (*size >= 1) return Error::Ok;
  return ctx.fail(Error::BadArgument, {"an input of size ", a.in, " with padding ", a.padding,
                                       " is too small for a kernel of ", a.kernel, " with dilation ", a.dilation});
}

Error channels(Context& ctx, const Tensor& x, const Tensor& w, bool transposed, int64_t groups) {
  const int64_t grouped = w.size(0);
  if (grouped < 1 || w.size(1) < 1 || grouped % groups != 0) {
    return ctx.fail(Error::BadArgument,
                    {"the weight has ", grouped, " x ", w.size(1),
                     " channels; expected both positive, the first a multiple of ", groups, " groups"});
  }
  const int64_t in = transposed ? grouped : w.size(1) * groups;
  if (x.size(1) == in) return Error::Ok;
  return ctx.fail(Error::BadArgument, {"input has ", x.size(1), " channels, the weight expects ", in});
}

Error convolution_shape(Context& ctx, const Tensor& x, const Tensor& w, const Tensor* bias, IntList stride,
                        IntList padding, IntList dilation, bool transposed, IntList output_padding, int64_t groups,
                        Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "weight", w, 3, 5));
  GLEED_TRY(expect_rank(ctx, "input", x, w.rank, w.rank));
  GLEED_TRY(expect_dtype(ctx, "weight", w, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_range(ctx, "groups", groups, 1, INT32_MAX));
  GLEED_TRY(channels(ctx, x, w, transposed, groups));
  const int rank = w.rank - 2;
  const int64_t zero[3] = {};
  int64_t strides[3], paddings[3], dilations[3], extra[3] = {};
  GLEED_TRY(read_ints(ctx, "stride", stride, rank, 1, strides));
  GLEED_TRY(read_ints(ctx, "padding", padding, rank, 0, paddings));
  GLEED_TRY(read_ints(ctx, "dilation", dilation, rank, 1, dilations));
  if (transposed) GLEED_TRY(read_ints(ctx, "output_padding", output_padding, rank, 0, extra, zero));

  int64_t sizes[5] = {x.size(0), transposed ? w.size(1) * groups : w.size(0)};
  for (int i = 0; i < rank; ++i) {
    const Axis a{x.size(2 + i), 1, w.size(2 + i), strides[i], paddings[i], dilations[i]};
    GLEED_TRY(expect_range(ctx, "the kernel's size", a.kernel, 1, INT32_MAX));
    GLEED_TRY(expect_range(ctx, "the input's size", a.in, 0, INT32_MAX));
    GLEED_TRY(output_size(ctx, a, transposed, extra[i], &sizes[2 + i]));
  }
  if (bias) {
    GLEED_TRY(expect_dtype(ctx, "bias", *bias, x.dtype));
    GLEED_TRY(expect_sizes(ctx, "bias", *bias, {sizes + 1, 1}));
  }
  return resize(ctx, out, {sizes, w.rank});
}

Error convolution_out(Context& ctx, const Tensor& x, const Tensor& w, const Tensor* bias, IntList stride,
                      IntList padding, IntList dilation, bool transposed, IntList, int64_t groups, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  const int rank = w.rank - 2;
  int64_t strides[3], paddings[3], dilations[3];
  GLEED_TRY(read_ints(ctx, "stride", stride, rank, 1, strides));
  GLEED_TRY(read_ints(ctx, "padding", padding, rank, 0, paddings));
  GLEED_TRY(read_ints(ctx, "dilation", dilation, rank, 1, dilations));
  Window window;
  for (int i = 0; i < rank; ++i) {
    window.axes[3 - rank + i] = {x.size(2 + i), out.size(2 + i), w.size(2 + i), strides[i], paddings[i], dilations[i]};
  }
  convolve(x, w, bias, window, transposed, groups, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<convolution_out>(
        "aten::convolution.out(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] "
        "dilation, bool transposed, SymInt[] output_padding, SymInt groups, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<convolution_shape>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(convolution) = {gleed::ops::kDefs};
