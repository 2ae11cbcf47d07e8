// pool.cpp -- poolings: one loop over windows, with lanes of channels where those lie next to each other.
#include "gleed/ops/family/pool.h"

#include <algorithm>

#include "gleed/ops/family/dispatch.h"

namespace gleed::ops {
namespace {

constexpr int kLanes = 32;

// x and out have rank spatial + 1 or + 2; sizes of 0 only in front.
Error pool_ranks(Context& ctx, const Tensor& x, Tensor& out, Tensor* indices, int spatial) {
  GLEED_TRY(expect_rank(ctx, "input", x, spatial + 1, spatial + 2));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (indices) GLEED_TRY(expect_dtype(ctx, "indices", *indices, DType::Int64));
  for (int d = x.rank - spatial - 1; d < x.rank; ++d) {
    if (x.size(d) < 1) return ctx.fail(Error::BadArgument, {"input has size ", x.size(d), " in dimension ", d});
  }
  return Error::Ok;
}

Error resize_outputs(Context& ctx, const Tensor& x, const Pool& pool, Tensor& out, Tensor* indices) {
  int64_t sizes[5];
  for (int d = 0; d < x.rank; ++d) sizes[d] = x.size(d);
  for (int i = 0; i < pool.spatial; ++i) {
    sizes[x.rank - pool.spatial + i] = pool.window.axes[3 - pool.spatial + i].out;
  }
  GLEED_TRY(resize(ctx, out, {sizes, x.rank}));
  return indices ? resize(ctx, *indices, {sizes, x.rank}) : Error::Ok;
}

// The inputs [begin, end) that one output sees along an axis, `step` apart, and how many it would see with padding.
struct Range {
  int64_t begin, end, step, padded;
};

Range range(const Pool& pool, const Axis& a, int64_t o) {
  if (pool.adaptive) {
    const int64_t begin = o / a.out * a.in + o % a.out * a.in / a.out;
    const int64_t end = ((o + 1) * a.in + a.out - 1) / a.out;
    return {begin, end, 1, end - begin};
  }
  int64_t begin = o * a.stride - a.padding;
  int64_t end = std::min(begin + (a.kernel - 1) * a.dilation + 1, a.in + a.padding);
  const int64_t padded = end - begin;
  if (begin < 0) begin += (-begin + a.dilation - 1) / a.dilation * a.dilation;
  end = std::min(end, a.in);
  return {begin, end, a.dilation, padded};
}

// Calls f(offsets of x, out and indices; ranges; lanes) for each output position and up to kLanes channels; a lane is a
// channel, and there is more than one only where channels are innermost in x.
template <class F>
void each_window(const Tensor& x, const Pool& pool, const Tensor& out, const Tensor& indices, F&& f) {
  const Axis* a = pool.window.axes;
  const int channel = x.rank - pool.spatial - 1;
  const int64_t channels = x.size(channel), batches = channel > 0 ? x.size(0) : 1;
  const int64_t lanes = x.strides[channel] == 1 ? kLanes : 1;
  const auto stride = [&](const Tensor& t, int d) { return d < 3 - pool.spatial ? 0 : t.strides[t.rank - 3 + d]; };
  for (int64_t n = 0; n < batches; ++n) {
    for (int64_t c = 0; c < channels; c += lanes) {
      const auto base = [&](const Tensor& t) { return (channel > 0 ? n * t.strides[0] : 0) + c * t.strides[channel]; };
      const int64_t x0 = base(x), y0 = base(out), i0 = base(indices);
      for (int64_t d = 0; d < a[0].out; ++d) {
        for (int64_t h = 0; h < a[1].out; ++h) {
          for (int64_t w = 0; w < a[2].out; ++w) {
            const Range r[3] = {range(pool, a[0], d), range(pool, a[1], h), range(pool, a[2], w)};
            const auto at = [&](const Tensor& t) { return d * stride(t, 0) + h * stride(t, 1) + w * stride(t, 2); };
            f(x0, y0 + at(out), i0 + at(indices), r, static_cast<int>(std::min(lanes, channels - c)));
          }
        }
      }
    }
  }
}

// Calls f(offset from the window's channel, index in the spatial dimensions) for each element that a window sees.
template <class F>
void each_element(const Tensor& x, const Pool& pool, const Range* r, F&& f) {
  const Axis* a = pool.window.axes;
  const int64_t sw = x.strides[x.rank - 1];
  const int64_t sh = pool.spatial > 1 ? x.strides[x.rank - 2] : 0, sd = pool.spatial > 2 ? x.strides[x.rank - 3] : 0;
  for (int64_t d = r[0].begin; d < r[0].end; d += r[0].step) {
    for (int64_t h = r[1].begin; h < r[1].end; h += r[1].step) {
      for (int64_t w = r[2].begin; w < r[2].end; w += r[2].step) {
        f(d * sd + h * sh + w * sw, (d * a[1].in + h) * a[2].in + w);
      }
    }
  }
}

}  // namespace

Error pool_shape(Context& ctx, const Tensor& x, const IntList& kernel, const IntList& stride, const IntList& padding,
                 const IntList* dilation, bool ceil, Tensor& out, Tensor* indices, Pool* pool) {
  const int n = pool->spatial;
  GLEED_TRY(pool_ranks(ctx, x, out, indices, n));
  int64_t kernels[3], strides[3], paddings[3], dilations[3] = {1, 1, 1};
  GLEED_TRY(read_ints(ctx, "kernel_size", kernel, n, 1, kernels));
  GLEED_TRY(read_ints(ctx, "stride", stride, n, 1, strides, kernels));
  GLEED_TRY(read_ints(ctx, "padding", padding, n, 0, paddings));
  if (dilation) GLEED_TRY(read_ints(ctx, "dilation", *dilation, n, 1, dilations));
  for (int i = 0; i < n; ++i) {
    pool->window.axes[3 - n + i] = {x.size(x.rank - n + i), 1, kernels[i], strides[i], paddings[i], dilations[i]};
  }
  GLEED_TRY(pool_sizes(ctx, pool->window, n, ceil));
  return resize_outputs(ctx, x, *pool, out, indices);
}

Error adaptive_shape(Context& ctx, const Tensor& x, const IntList& size, Tensor& out, Tensor* indices, Pool* pool) {
  const int n = pool->spatial;
  GLEED_TRY(pool_ranks(ctx, x, out, indices, n));
  int64_t sizes[3];
  GLEED_TRY(read_ints(ctx, "output_size", size, n, 0, sizes));
  for (int i = 0; i < n; ++i) pool->window.axes[3 - n + i] = {x.size(x.rank - n + i), sizes[i], 1, 1, 0, 1};
  pool->adaptive = true;
  return resize_outputs(ctx, x, *pool, out, indices);
}

Error average_pool(Context& ctx, const Tensor& x, const Pool& pool, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  const int channel = x.rank - pool.spatial - 1;
  const int64_t out_stride = out.strides[channel];
  return dispatch<dtypes::kFloats | dtypes::bit(DType::Int64)>(ctx, x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    using Sum = std::conditional_t<is_float<T>, double, uint64_t>;
    each_window(x, pool, out, out, [&](int64_t from, int64_t to, int64_t, const Range* r, int lanes) {
      Sum sums[kLanes] = {};
      int64_t seen = 0;
      each_element(x, pool, r, [&](int64_t offset, int64_t) {
        const T* p = x.ptr<T>() + from + offset;
        for (int l = 0; l < lanes; ++l) sums[l] += static_cast<Sum>(cast<Compute<T>>(p[l]));
        ++seen;
      });
      int64_t divisor = pool.count_padding ? r[0].padded * r[1].padded * r[2].padded : seen;
      if (pool.divisor != 0) divisor = pool.divisor;
      for (int l = 0; l < lanes; ++l) {
        T& y = out.ptr<T>()[to + l * out_stride];
        if (seen == 0) {
          y = T(0);
        } else if constexpr (is_float<T>) {
          y = static_cast<T>(static_cast<Compute<T>>(sums[l] / static_cast<double>(divisor)));
        } else {
          const T sum = static_cast<T>(sums[l]);
          y = divisor == -1 ? static_cast<T>(-sums[l]) : static_cast<T>(sum / divisor);
        }
      }
    });
    return Error::Ok;
  });
}

Error max_pool(Context& ctx, const Tensor& x, const Pool& pool, Tensor& out, Tensor& indices) {
  if (out.numel() == 0) return Error::Ok;
  const Axis* a = pool.window.axes;
  const int channel = x.rank - pool.spatial - 1;
  const int64_t out_stride = out.strides[channel], index_stride = indices.strides[channel];
  return dispatch<dtypes::kNumbers>(ctx, x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    using C = Compute<T>;
    const C least = is_float<T> ? -std::numeric_limits<C>::infinity() : std::numeric_limits<C>::lowest();
    each_window(x, pool, out, indices, [&](int64_t from, int64_t to, int64_t index_to, const Range* r, int lanes) {
      const int64_t first = (r[0].begin * a[1].in + r[1].begin) * a[2].in + r[2].begin;
      C best[kLanes];
      int64_t place[kLanes];
      for (int l = 0; l < lanes; ++l) best[l] = least, place[l] = first;
      each_element(x, pool, r, [&](int64_t offset, int64_t index) {
        const T* p = x.ptr<T>() + from + offset;
        for (int l = 0; l < lanes; ++l) {
          const C value = cast<C>(p[l]);
          const bool better = value > best[l] || value != value;
          best[l] = better ? value : best[l];
          place[l] = better ? index : place[l];
        }
      });
      for (int l = 0; l < lanes; ++l) {
        out.ptr<T>()[to + l * out_stride] = cast<T>(best[l]);
        indices.ptr<int64_t>()[index_to + l * index_stride] = place[l];
      }
    });
    return Error::Ok;
  });
}

}  // namespace gleed::ops
