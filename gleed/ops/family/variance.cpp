// variance.cpp -- variance in two passes.
#include "gleed/ops/family/variance.h"

#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/sum.h"

namespace gleed::ops {

namespace {

struct Moments {
  double mean, squares;
};

template <class T>
struct Spread {
  using In = T;
  using Acc = Moments;
  static constexpr int kPasses = 2;

  Moments start() const { return {0, 0}; }
  void along(int pass, Moments& a, const T* x, int64_t n) const {
    if (pass == 0) {
      a.mean += real_sum(x, n);
      return;
    }
    double lanes[4] = {};
    for (; n >= 4; n -= 4, x += 4) {
      for (int j = 0; j < 4; ++j) {
        const double d = static_cast<double>(x[j]) - a.mean;
        lanes[j] += d * d;
      }
    }
    for (; n > 0; --n, ++x) {
      const double d = static_cast<double>(*x) - a.mean;
      a.squares += d * d;
    }
    a.squares += (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  }
  void across(int pass, Moments* a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) {
      const auto value = static_cast<double>(x[i]);
      if (pass == 0) {
        a[i].mean += value;
      } else {
        a[i].squares += (value - a[i].mean) * (value - a[i].mean);
      }
    }
  }
  void finish(int pass, Moments& a, int64_t length) const {
    if (pass == 0) a.mean /= static_cast<double>(length);
  }
};

}  // namespace

Error variance_shape(Context& ctx, const Tensor& x, const OptList& dim, bool keepdim, Tensor& out) {
  uint32_t dims = 0;
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(read_dims(ctx, dim, x.rank, &dims));
  return resize_reduced(ctx, x, dims, keepdim, out);
}

void variance_over(const Tensor& x, uint32_t dims, double correction, bool root, Tensor& out, Tensor* mean) {
  const Fold fold = make_fold(x, dims, out, mean);
  const double rest = static_cast<double>(fold.length) - correction, divisor = rest > 0 ? rest : 0;
  compute<true>(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    reduce(Spread<T>{}, fold, Reader<T>(x, x.dtype), [&](const Moments* acc, int64_t n, const Place& place) {
      store_values(out, acc, n, place.offset[0], place.step[0], [&](const Moments& a) {
        const double variance = a.squares / divisor;
        return static_cast<T>(root ? std::sqrt(variance) : variance);
      });
      if (!mean) return;
      store_values(*mean, acc, n, place.offset[1], place.step[1],
                   [](const Moments& a) { return static_cast<T>(a.mean); });
    });
  });
}

}  // namespace gleed::ops
