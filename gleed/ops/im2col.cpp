// im2col.cpp -- im2col and col2im: the columns of pixels that sliding windows see, and their sum back into an image.
#include "gleed/base/checked.h"
#include "gleed/ops/family/elements.h"
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/window.h"

namespace gleed::ops {
namespace {

Error read_window(Context& ctx, const IntList& kernel, const IntList& dilation, const IntList& padding,
                  const IntList& stride, const int64_t image[2], Window* w) {
  int64_t k[2], d[2], p[2], s[2];
  GLEED_TRY(read_ints(ctx, "kernel_size", kernel, 2, 1, k));
  GLEED_TRY(read_ints(ctx, "dilation", dilation, 2, 1, d));
  GLEED_TRY(read_ints(ctx, "padding", padding, 2, 0, p));
  GLEED_TRY(read_ints(ctx, "stride", stride, 2, 1, s));
  for (int i = 0; i < 2; ++i) {
    Axis& a = w->axes[1 + i];
    a = {image[i], 1, k[i], s[i], p[i], d[i]};
    const int64_t room = a.in + 2 * a.padding - a.dilation * (a.kernel - 1) - 1;
    if (a.in < 1 || room < 0) {
      return ctx.fail(Error::BadArgument, {"an image of size ", a.in, " with padding ", a.padding,
                                           " is too small for a window of ", a.kernel, " with dilation ", a.dilation});
    }
    a.out = room / a.stride + 1;
  }
  return Error::Ok;
}

Error im2col_window(Context& ctx, const Tensor& x, const IntList& kernel, const IntList& dilation,
                    const IntList& padding, const IntList& stride, Window* w) {
  GLEED_TRY(expect_rank(ctx, "self", x, 3, 4));
  const int64_t image[] = {x.size(x.rank - 2), x.size(x.rank - 1)};
  return read_window(ctx, kernel, dilation, padding, stride, image, w);
}

// Sizes of the columns: (batch,) channels * window, windows.
Error column_sizes(Context& ctx, const Window& w, int64_t channels, int64_t* rows, int64_t* columns) {
  const int64_t taps = w.axes[1].kernel * w.axes[2].kernel;
  if (!checked_mul(channels, taps, rows) || !checked_mul(w.axes[1].out, w.axes[2].out, columns)) {
    return ctx.fail(Error::BadArgument,
                    {"the result has more than 2^63 elements; give a smaller kernel_size or padding"});
  }
  return Error::Ok;
}

Error im2col_shape(Context& ctx, const Tensor& x, IntList kernel, IntList dilation, IntList padding, IntList stride,
                   Tensor& out) {
  Window w;
  GLEED_TRY(im2col_window(ctx, x, kernel, dilation, padding, stride, &w));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  int64_t sizes[3] = {x.size(0)};
  GLEED_TRY(column_sizes(ctx, w, x.size(x.rank - 3), &sizes[1], &sizes[2]));
  return x.rank == 4 ? resize(ctx, out, sizes) : resize(ctx, out, {sizes + 1, 2});
}

Error im2col_out(Context& ctx, const Tensor& x, IntList kernel, IntList dilation, IntList padding, IntList stride,
                 Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  Window win;
  GLEED_TRY(im2col_window(ctx, x, kernel, dilation, padding, stride, &win));
  const Axis &h = win.axes[1], &w = win.axes[2];
  const int r = x.rank, o = out.rank;
  return dispatch_compute(x.dtype, [&](auto type) {
    using C = typename decltype(type)::type;
    constexpr int64_t kRun = 64;
    C line[kRun];
    int64_t offsets[kRun];
    for (int64_t n = 0; n < (r == 4 ? x.size(0) : 1); ++n) {
      for (int64_t row = 0; row < out.size(o - 2); ++row) {
        const int64_t kw = row % w.kernel, kh = row / w.kernel % h.kernel, c = row / w.kernel / h.kernel;
        const int64_t from = (r == 4 ? n * x.strides[0] : 0) + c * x.strides[r - 3];
        const int64_t to = (o == 3 ? n * out.strides[0] : 0) + row * out.strides[o - 2];
        for (int64_t first = 0; first < out.size(o - 1); first += kRun) {
          const int64_t m = out.size(o - 1) - first < kRun ? out.size(o - 1) - first : kRun;
          for (int64_t i = 0; i < m; ++i) {
            const int64_t ih = (first + i) / w.out * h.stride - h.padding + kh * h.dilation;
            const int64_t iw = (first + i) % w.out * w.stride - w.padding + kw * w.dilation;
            const bool inside = ih >= 0 && ih < h.in && iw >= 0 && iw < w.in;
            offsets[i] = inside ? from + ih * x.strides[r - 2] + iw * x.strides[r - 1] : -1;
          }
          load_at(line, x.data, x.dtype, offsets, m);
          store_run(element(out, to + first * out.strides[o - 1]), out.dtype, out.strides[o - 1], line, m);
        }
      }
    }
    return Error::Ok;
  });
}

Error col2im_window(Context& ctx, const IntList& size, const IntList& kernel, const IntList& dilation,
                    const IntList& padding, const IntList& stride, Window* w) {
  int64_t image[2];
  GLEED_TRY(read_ints(ctx, "output_size", size, 2, 1, image));
  return read_window(ctx, kernel, dilation, padding, stride, image, w);
}

Error col2im_shape(Context& ctx, const Tensor& x, IntList size, IntList kernel, IntList dilation, IntList padding,
                   IntList stride, Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "self", x, 2, 3));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  Window w;
  GLEED_TRY(col2im_window(ctx, size, kernel, dilation, padding, stride, &w));
  int64_t taps, windows;
  GLEED_TRY(column_sizes(ctx, w, 1, &taps, &windows));
  const int64_t rows = x.size(x.rank - 2);
  if (rows < 1 || rows % taps != 0 || x.size(x.rank - 1) != windows) {
    return ctx.fail(Error::BadArgument, {"self is ", rows, " x ", x.size(x.rank - 1), ", expected a multiple of ", taps,
                                         " (the window) x ", windows, " (the number of windows)"});
  }
  const int64_t sizes[] = {x.size(0), rows / taps, w.axes[1].in, w.axes[2].in};
  return x.rank == 3 ? resize(ctx, out, sizes) : resize(ctx, out, {sizes + 1, 3});
}

// Which window saw `at` with its tap k; -1: none.
int64_t window_of(const Axis& a, int64_t at, int64_t k) {
  const int64_t begin = at + a.padding - k * a.dilation;
  if (begin < 0 || begin % a.stride != 0) return -1;
  return begin / a.stride < a.out ? begin / a.stride : -1;
}

Error col2im_out(Context& ctx, const Tensor& x, IntList size, IntList kernel, IntList dilation, IntList padding,
                 IntList stride, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  Window win;
  GLEED_TRY(col2im_window(ctx, size, kernel, dilation, padding, stride, &win));
  const Axis &h = win.axes[1], &w = win.axes[2];
  const int r = x.rank, o = out.rank;
  // Each pixel gathers what was copied from it: one sum, rounded once.
  return dispatch_compute(x.dtype, [&](auto type) {
    using C = typename decltype(type)::type;
    for (int64_t n = 0; n < (o == 4 ? out.size(0) : 1); ++n) {
      for (int64_t c = 0; c < out.size(o - 3); ++c) {
        const int64_t from = (r == 3 ? n * x.strides[0] : 0);
        const int64_t to = (o == 4 ? n * out.strides[0] : 0) + c * out.strides[o - 3];
        for (int64_t p = 0; p < h.in * w.in; ++p) {
          const int64_t ph = p / w.in, pw = p % w.in;
          C sum = 0;
          for (int64_t kh = 0; kh < h.kernel; ++kh) {
            const int64_t oh = window_of(h, ph, kh);
            if (oh < 0) continue;
            for (int64_t kw = 0; kw < w.kernel; ++kw) {
              const int64_t ow = window_of(w, pw, kw);
              if (ow < 0) continue;
              const int64_t row = (c * h.kernel + kh) * w.kernel + kw;
              const int64_t at = from + row * x.strides[r - 2] + (oh * w.out + ow) * x.strides[r - 1];
              sum += load_one<C>(element(x, at), x.dtype);
            }
          }
          store_one(element(out, to + ph * out.strides[o - 2] + pw * out.strides[o - 1]), out.dtype, sum);
        }
      }
    }
    return Error::Ok;
  });
}

constexpr uint32_t kTypes = dtypes::kFloats | dtypes::kBool;

constexpr OpDef kDefs[] = {
    def<im2col_out>("aten::im2col.out(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride, "
                    "*, Tensor(a!) out) -> Tensor(a!)",
                    shape::typed<im2col_shape>, kTypes),
    def<col2im_out>("aten::col2im.out(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] "
                    "padding, int[2] stride, *, Tensor(a!) out) -> Tensor(a!)",
                    shape::typed<col2im_shape>, kTypes),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(im2col) = {gleed::ops::kDefs};
