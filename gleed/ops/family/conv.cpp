// conv.cpp -- convolution as a product of the weights (out channels, taps) with the input (taps, pixels), whose
// columns are gathered panel by panel and never stored as a whole; and a direct loop where a group has few channels.
#include "gleed/ops/family/conv.h"

#include <algorithm>

#include "gleed/ops/family/gemm.h"

namespace gleed::ops {
namespace {

// Strides of dimension d (0: depth, 1: height, 2: width) of a tensor with 1 to 3 spatial dimensions.
void spatial_strides(const Tensor& t, int64_t strides[3]) {
  for (int d = 0; d < 3; ++d) {
    const int at = t.rank - 3 + d;
    strides[d] = at < 2 ? 0 : t.strides[at];
  }
}

// What both ways need: one group of one image.
struct Conv {
  Window window;
  bool transposed = false;
  DType dtype = DType::Float32;
  int64_t in = 1, out = 1;  // channels of a group
  const void *x = nullptr, *w = nullptr, *bias = nullptr;
  void* y = nullptr;
  int64_t x_channel = 0, y_channel = 0, w_out = 0, w_in = 0, bias_stride = 0;
  int64_t xs[3], ys[3], ws[3];
  int64_t pixels = 1;

  int64_t y_offset(int64_t pixel) const {
    const int64_t w_size = window.axes[2].out, h_size = window.axes[1].out;
    return pixel / (w_size * h_size) * ys[0] + pixel / w_size % h_size * ys[1] + pixel % w_size * ys[2];
  }
};

// A 1x1 convolution without strides and padding sees an image as one row of pixels, where memory allows it.
void flatten(Conv& c) {
  Axis* a = c.window.axes;
  for (int d = 0; d < 3; ++d) {
    if (a[d].kernel != 1 || a[d].stride != 1 || a[d].padding != 0 || a[d].in != a[d].out) return;
  }
  for (int d = 1; d >= 0; --d) {
    int64_t inner = 1;
    for (int i = d + 1; i < 3; ++i) inner *= a[i].in;
    if (a[d].in > 1 && (c.xs[d] != inner * c.xs[2] || c.ys[d] != inner * c.ys[2])) return;
  }
  a[2].in = a[2].out = a[0].in * a[1].in * a[2].in;
  for (int d = 0; d < 2; ++d) a[d] = Axis();
}

// True when pixels in row-major order lie evenly in the output, *stride apart.
bool even_pixels(const Conv& c, int64_t* stride) {
  const Axis* a = c.window.axes;
  *stride = c.ys[2];
  if (a[2].out == 1) *stride = a[1].out > 1 ? c.ys[1] : c.ys[0];
  return (a[1].out == 1 || a[2].out == 1 || c.ys[1] == c.ys[2] * a[2].out) &&
         (a[0].out == 1 || c.ys[0] == *stride * a[1].out * a[2].out);
}

// The two sides for `multiply`. Depth counts (channel, taps), or (taps, channel) where the weights lie like that.
template <class C>
struct Gathered {
  const Conv& c;
  int64_t left_row;
  bool direct;
  bool channel_last;
  bool even;
  int64_t even_stride = 0;

  explicit Gathered(const Conv& conv) : c(conv), left_row(conv.w_out) {
    const Axis* a = c.window.axes;
    const int64_t taps = a[0].kernel * a[1].kernel * a[2].kernel;
    channel_last = c.w_in == 1 && c.in > 1 && taps > 1;
    int64_t step = channel_last ? c.in : 1;
    direct = is_plain<C>(c.dtype) && (channel_last || c.in == 1 || c.w_in == taps);
    for (int d = 2; d >= 0; --d) {
      direct &= a[d].kernel == 1 || c.ws[d] == step;
      step *= a[d].kernel;
    }
    even = even_pixels(c, &even_stride);
  }

  // Counts through the depth: channel and tap.
  struct Tap {
    int64_t channel, d, h, w;
  };
  Tap tap(int64_t k) const {
    const Axis* a = c.window.axes;
    Tap t;
    if (channel_last) t.channel = k % c.in, k /= c.in;
    t.w = k % a[2].kernel, k /= a[2].kernel;
    t.h = k % a[1].kernel, k /= a[1].kernel;
    t.d = k % a[0].kernel, k /= a[0].kernel;
    if (!channel_last) t.channel = k;
    return t;
  }
  void next(Tap& t) const {
    const Axis* a = c.window.axes;
    if (channel_last && ++t.channel < c.in) return;
    if (channel_last) t.channel = 0;
    if (++t.w < a[2].kernel) return;
    t.w = 0;
    if (++t.h < a[1].kernel) return;
    t.h = 0;
    if (++t.d < a[0].kernel) return;
    t.d = 0;
    if (!channel_last) ++t.channel;
  }

  const C* left_direct(int64_t row, int64_t k) const {
    return direct ? static_cast<const C*>(c.w) + row * c.w_out + k : nullptr;
  }
  void left(C* to, int64_t row, int64_t k, int64_t n) const {
    int64_t offsets[kBlockDepth];
    Tap t = tap(k);
    for (int64_t i = 0; i < n; ++i, next(t)) {
      offsets[i] = row * c.w_out + t.channel * c.w_in + t.d * c.ws[0] + t.h * c.ws[1] + t.w * c.ws[2];
    }
    load_at(to, c.w, c.dtype, offsets, n);
  }

  // Where output coordinate o, tap k reads along an axis; -1: outside.
  int64_t source(const Axis& a, int64_t o, int64_t k) const {
    if (!c.transposed) {
      const int64_t i = o * a.stride - a.padding + k * a.dilation;
      return i >= 0 && i < a.in ? i : -1;
    }
    const int64_t i = o + a.padding - k * a.dilation;
    if (i < 0 || (a.stride > 1 && i % a.stride != 0)) return -1;
    return i / a.stride < a.in ? i / a.stride : -1;
  }

  void right(C* to, int64_t k, int64_t n, int64_t column, int64_t m) const {
    const Axis* a = c.window.axes;
    int64_t d[kPanel<C>], h[kPanel<C>], w[kPanel<C>];
    for (int64_t j = 0; j < m; ++j) {
      w[j] = (column + j) % a[2].out;
      h[j] = (column + j) / a[2].out % a[1].out;
      d[j] = (column + j) / a[2].out / a[1].out;
    }
    const bool one_row = w[0] + m <= a[2].out;
    Tap t = tap(k);
    for (int64_t i = 0; i < n; ++i, next(t), to += kPanel<C>) {
      if (!one_row || c.transposed) {
        scattered(to, t, d, h, w, m);
        continue;
      }
      const int64_t id = source(a[0], d[0], t.d), ih = source(a[1], h[0], t.h);
      const int64_t first = w[0] * a[2].stride - a[2].padding + t.w * a[2].dilation;
      if (id < 0 || ih < 0) {
        std::fill(to, to + m, C(0));
      } else if (first < 0 || first + (m - 1) * a[2].stride >= a[2].in) {
        scattered(to, t, d, h, w, m);
      } else {
        const int64_t offset = t.channel * c.x_channel + id * c.xs[0] + ih * c.xs[1] + first * c.xs[2];
        const int64_t step = a[2].stride * c.xs[2];
        if (is_plain<C>(c.dtype)) {
          const C* p = static_cast<const C*>(c.x) + offset;
          if (step == 1 && m == kPanel<C>) {
            std::memcpy(to, p, kPanel<C> * sizeof(C));
          } else {
            for (int64_t j = 0; j < m; ++j) to[j] = p[j * step];
          }
        } else {
          load_run(to, element(c.x, c.dtype, offset), c.dtype, step, m);
        }
      }
    }
  }
  void scattered(C* to, const Tap& t, const int64_t* d, const int64_t* h, const int64_t* w, int64_t m) const {
    const Axis* a = c.window.axes;
    int64_t offsets[kPanel<C>];
    for (int64_t j = 0; j < m; ++j) {
      const int64_t id = source(a[0], d[j], t.d), ih = source(a[1], h[j], t.h), iw = source(a[2], w[j], t.w);
      const bool inside = id >= 0 && ih >= 0 && iw >= 0;
      offsets[j] = inside ? t.channel * c.x_channel + id * c.xs[0] + ih * c.xs[1] + iw * c.xs[2] : -1;
    }
    load_at(to, c.x, c.dtype, offsets, m);
  }

  void store(int64_t row, int64_t column, int64_t m, const C* sums) const {
    C line[kPanel<C>];
    const C add = c.bias ? load_one<C>(element(c.bias, c.dtype, row * c.bias_stride), c.dtype) : C(0);
    for (int64_t j = 0; j < m; ++j) line[j] = sums[j] + add;
    if (even) {
      store_run(element(c.y, c.dtype, row * c.y_channel + column * even_stride), c.dtype, even_stride, line, m);
    } else {
      for (int64_t j = 0; j < m; ++j) {
        store_one(element(c.y, c.dtype, row * c.y_channel + c.y_offset(column + j)), c.dtype, line[j]);
      }
    }
  }
};

constexpr int64_t kLanes = 128;
constexpr int64_t kStep = 8;  // compilers vectorise a loop of known length even where they save code

// The outputs [begin, end) of [0, n) whose input o * stride + shift lies in [0, in).
void valid_outputs(int64_t shift, int64_t stride, int64_t in, int64_t n, int64_t* begin, int64_t* end) {
  *begin = shift >= 0 ? 0 : std::min(n, (-shift + stride - 1) / stride);
  *end = shift >= in ? *begin : std::max(*begin, std::min(n, (in - 1 - shift) / stride + 1));
}

// sums[i] += w * x[i * stride]
template <class C>
void add_scaled(C* __restrict sums, C w, const void* x, DType t, int64_t stride, int64_t n) {
  C copy[kLanes];
  const C* p = copy;
  if (is_plain<C>(t) && stride == 1) {
    p = static_cast<const C*>(x);
  } else {
    load_run(copy, x, t, stride, n);
  }
  int64_t i = 0;
  for (; i + kStep <= n; i += kStep) {
    for (int j = 0; j < kStep; ++j) sums[i + j] += w * p[i + j];
  }
  for (; i < n; ++i) sums[i] += w * p[i];
}

// sums[i] += w[i] * x[i]
template <class C>
void add_products(C* __restrict sums, const C* __restrict w, const void* x, DType t, int64_t n) {
  C copy[kLanes];
  const C* p = copy;
  if (is_plain<C>(t)) {
    p = static_cast<const C*>(x);
  } else {
    load_run(copy, x, t, 1, n);
  }
  int64_t i = 0;
  for (; i + kStep <= n; i += kStep) {
    for (int j = 0; j < kStep; ++j) sums[i + j] += w[i + j] * p[i + j];
  }
  for (; i < n; ++i) sums[i] += w[i] * p[i];
}

// Few output channels a group (depthwise above all): for each tap, adds a run of a row of the input to a run of a row
// of the output.
template <class C>
void convolve_rows(const Conv& c) {
  const Axis *a = c.window.axes, &aw = a[2];
  C sums[kLanes];
  for (int64_t o = 0; o < c.out; ++o) {
    const C bias = c.bias ? load_one<C>(element(c.bias, c.dtype, o * c.bias_stride), c.dtype) : C(0);
    for (int64_t pixel = 0; pixel < c.pixels; pixel += aw.out) {
      const int64_t d = pixel / aw.out / a[1].out, h = pixel / aw.out % a[1].out;
      for (int64_t w0 = 0; w0 < aw.out; w0 += kLanes) {
        const int64_t n = std::min(kLanes, aw.out - w0);
        std::fill(sums, sums + n, bias);
        for (int64_t i = 0; i < c.in; ++i) {
          for (int64_t kd = 0; kd < a[0].kernel; ++kd) {
            const int64_t id = d * a[0].stride - a[0].padding + kd * a[0].dilation;
            if (id < 0 || id >= a[0].in) continue;
            for (int64_t kh = 0; kh < a[1].kernel; ++kh) {
              const int64_t ih = h * a[1].stride - a[1].padding + kh * a[1].dilation;
              if (ih < 0 || ih >= a[1].in) continue;
              const int64_t row = i * c.x_channel + id * c.xs[0] + ih * c.xs[1];
              const int64_t weight = o * c.w_out + i * c.w_in + kd * c.ws[0] + kh * c.ws[1];
              for (int64_t kw = 0; kw < aw.kernel; ++kw) {
                const int64_t shift = w0 * aw.stride - aw.padding + kw * aw.dilation;
                int64_t begin, end;
                valid_outputs(shift, aw.stride, aw.in, n, &begin, &end);
                if (begin >= end) continue;
                const C tap = load_one<C>(element(c.w, c.dtype, weight + kw * c.ws[2]), c.dtype);
                const void* from = element(c.x, c.dtype, row + (begin * aw.stride + shift) * c.xs[2]);
                add_scaled(sums + begin, tap, from, c.dtype, aw.stride * c.xs[2], end - begin);
              }
            }
          }
        }
        const int64_t to = o * c.y_channel + d * c.ys[0] + h * c.ys[1] + w0 * c.ys[2];
        store_run(element(c.y, c.dtype, to), c.dtype, c.ys[2], sums, n);
      }
    }
  }
}

// Depthwise with channels innermost: for each pixel and tap, adds a run of channels, whose weights are gathered once.
// `c` is the first group, and `channels` groups follow each other at the strides given.
template <class C>
constexpr int64_t kKeptWeights = 4096 / sizeof(C);

template <class C>
void convolve_channels(const Conv& c, int64_t channels) {
  const Axis* a = c.window.axes;
  const int64_t taps = a[0].kernel * a[1].kernel * a[2].kernel, step = std::min(kLanes, kKeptWeights<C> / taps);
  C weights[kKeptWeights<C>], sums[kLanes], bias[kLanes] = {};
  for (int64_t c0 = 0; c0 < channels; c0 += step) {
    const int64_t n = std::min(step, channels - c0);
    if (c.bias) load_run(bias, element(c.bias, c.dtype, c0 * c.bias_stride), c.dtype, c.bias_stride, n);
    for (int64_t t = 0; t < taps; ++t) {
      const int64_t kw = t % a[2].kernel, kh = t / a[2].kernel % a[1].kernel, kd = t / a[2].kernel / a[1].kernel;
      const int64_t from = c0 * c.w_out + kd * c.ws[0] + kh * c.ws[1] + kw * c.ws[2];
      load_run(weights + t * n, element(c.w, c.dtype, from), c.dtype, c.w_out, n);
    }
    for (int64_t pixel = 0; pixel < c.pixels; ++pixel) {
      const int64_t o[3] = {pixel / a[2].out / a[1].out, pixel / a[2].out % a[1].out, pixel % a[2].out};
      std::copy(bias, bias + n, sums);
      for (int64_t kd = 0; kd < a[0].kernel; ++kd) {
        const int64_t id = o[0] * a[0].stride - a[0].padding + kd * a[0].dilation;
        if (id < 0 || id >= a[0].in) continue;
        for (int64_t kh = 0; kh < a[1].kernel; ++kh) {
          const int64_t ih = o[1] * a[1].stride - a[1].padding + kh * a[1].dilation;
          if (ih < 0 || ih >= a[1].in) continue;
          for (int64_t kw = 0; kw < a[2].kernel; ++kw) {
            const int64_t iw = o[2] * a[2].stride - a[2].padding + kw * a[2].dilation;
            if (iw < 0 || iw >= a[2].in) continue;
            const C* w = weights + ((kd * a[1].kernel + kh) * a[2].kernel + kw) * n;
            const int64_t from = c0 + id * c.xs[0] + ih * c.xs[1] + iw * c.xs[2];
            add_products(sums, w, element(c.x, c.dtype, from), c.dtype, n);
          }
        }
      }
      const int64_t to = c0 * c.y_channel + o[0] * c.ys[0] + o[1] * c.ys[1] + o[2] * c.ys[2];
      store_run(element(c.y, c.dtype, to), c.dtype, c.y_channel, sums, n);
    }
  }
}

template <class C>
void convolve_group(const Conv& c) {
  if (c.out < 4 && !c.transposed) {
    convolve_rows<C>(c);
  } else {
    Gathered<C> p(c);
    const Axis* a = c.window.axes;
    multiply<C>(p, c.out, c.pixels, c.in * a[0].kernel * a[1].kernel * a[2].kernel);
  }
}

}  // namespace

void convolve(const Tensor& x, const Tensor& w, const Tensor* bias, const Window& window, bool transposed,
              int64_t groups, Tensor& out) {
  Conv c;
  c.window = window;
  c.transposed = transposed;
  c.dtype = x.dtype;
  c.in = x.size(1) / groups, c.out = out.size(1) / groups;
  c.x_channel = x.strides[1], c.y_channel = out.strides[1];
  c.w_out = w.strides[transposed ? 1 : 0], c.w_in = w.strides[transposed ? 0 : 1];
  if (bias) c.bias_stride = bias->strides[0];
  spatial_strides(x, c.xs);
  spatial_strides(out, c.ys);
  spatial_strides(w, c.ws);
  flatten(c);
  const Axis* a = c.window.axes;
  c.pixels = a[0].out * a[1].out * a[2].out;

  const bool by_channels = !transposed && c.in == 1 && c.out == 1 && c.x_channel == 1 && groups > 1 &&
                           a[0].kernel * a[1].kernel * a[2].kernel <= kKeptWeights<double> / 8;
  for (int64_t n = 0; n < x.size(0); ++n) {
    for (int64_t g = 0; g < (by_channels ? 1 : groups); ++g) {
      c.x = element(x, n * x.strides[0] + g * c.in * c.x_channel);
      c.y = element(out, n * out.strides[0] + g * c.out * c.y_channel);
      // A group of a transposed weight is a slice of its input channels.
      c.w = element(w, transposed ? g * c.in * c.w_in : g * c.out * c.w_out);
      c.bias = bias ? element(*bias, g * c.out * c.bias_stride) : nullptr;
      if (c.dtype == DType::Float64) {
        by_channels ? convolve_channels<double>(c, groups) : convolve_group<double>(c);
      } else if (dtypes::has(dtypes::kFloats, c.dtype)) {
        by_channels ? convolve_channels<float>(c, groups) : convolve_group<float>(c);
      } else {
        by_channels ? convolve_channels<uint64_t>(c, groups) : convolve_group<uint64_t>(c);
      }
    }
  }
}

}  // namespace gleed::ops
