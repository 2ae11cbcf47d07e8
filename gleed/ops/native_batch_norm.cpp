// native_batch_norm.cpp -- batch norm: each channel shifted and scaled by given statistics, or (training) by its own.
#include <cmath>

#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/norm.h"

namespace gleed::ops {
namespace {

// Checks what all variants share; `stats` is the size of the saved statistics.
Error check(Context& ctx, const Tensor& x, const Tensor* weight, const Tensor* bias, const Tensor* mean,
            const Tensor* var, bool keeps_stats, Tensor& out, Tensor& save_mean, Tensor& save_invstd) {
  GLEED_TRY(expect_rank(ctx, "input", x, 2, kMaxRank));
  const int64_t channels[] = {x.size(1)}, stats[] = {keeps_stats ? x.size(1) : 0};
  const Tensor* params[] = {weight, bias, mean, var};
  const char* names[] = {"weight", "bias", "running_mean", "running_var"};
  for (int i = 0; i < 4; ++i) {
    if (!params[i]) continue;
    GLEED_TRY(expect_sizes(ctx, names[i], *params[i], channels));
    GLEED_TRY(expect_dtypes(ctx, names[i], *params[i], dtypes::kFloats));
  }
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_dtypes(ctx, "save_mean", save_mean, dtypes::kFloats));
  GLEED_TRY(expect_dtypes(ctx, "save_invstd", save_invstd, dtypes::kFloats));
  GLEED_TRY(resize_like(ctx, out, x));
  GLEED_TRY(resize(ctx, save_mean, stats));
  return resize(ctx, save_invstd, stats);
}

constexpr int64_t kChannels = 64;

template <class C>
C param(const Tensor* t, int64_t channel, double otherwise) {
  return t ? load_one<C>(element(*t, channel * t->strides[0]), t->dtype) : static_cast<C>(otherwise);
}

// Dimensions other than the channel's, of x and out.
Walk all_but_channel(const Tensor& x, const Tensor& out) {
  Walk walk;
  walk.add(x.size(0), x.strides[0], out.strides[0]);
  for (int d = 2; d < x.rank; ++d) walk.add(x.size(d), x.strides[d], out.strides[d]);
  walk.order();
  return walk;
}

// out = x * scale + shift for `count` channels from `channel` on.
template <class C>
void scale_channels(const Walk& walk, const Tensor& x, int64_t channel, int64_t count, const C* scale, const C* shift,
                    Tensor& out) {
  const int64_t from = channel * x.strides[1], to = channel * out.strides[1];
  C line[Walk::kRun];
  if (count == 1) {
    walk.each_run([&](const int64_t* at, int64_t n) {
      load_run(line, element(x, from + at[0]), x.dtype, walk.stride(0), n);
      for (int64_t i = 0; i < n; ++i) line[i] = line[i] * scale[0] + shift[0];
      store_run(element(out, to + at[1]), out.dtype, walk.stride(1), line, n);
    });
    return;
  }
  walk.each([&](const int64_t* at) {
    load_run(line, element(x, from + at[0]), x.dtype, x.strides[1], count);
    for (int64_t i = 0; i < count; ++i) line[i] = line[i] * scale[i] + shift[i];
    store_run(element(out, to + at[1]), out.dtype, out.strides[1], line, count);
  });
}

// Statistics from `moments_of(channel)`: mean and reciprocal deviation.
template <class C, class F>
void batch_norm(const Tensor& x, const Tensor* weight, const Tensor* bias, Tensor& out, F&& statistics) {
  const Walk walk = all_but_channel(x, out);
  const int64_t step = x.strides[1] == 1 ? kChannels : 1;
  for (int64_t c = 0; c < x.size(1); c += step) {
    const int64_t count = x.size(1) - c < step ? x.size(1) - c : step;
    C scale[kChannels], shift[kChannels];
    for (int64_t i = 0; i < count; ++i) {
      C mean, invstd;
      statistics(walk, c + i, &mean, &invstd);
      scale[i] = invstd * param<C>(weight, c + i, 1);
      shift[i] = param<C>(bias, c + i, 0) - mean * scale[i];
    }
    scale_channels(walk, x, c, count, scale, shift, out);
  }
}

Error with_given(const Tensor& x, const Tensor* weight, const Tensor* bias, const Tensor& mean, const Tensor& var,
                 double eps, Tensor& out) {
  return dispatch_real(x.dtype, [&](auto type) {
    using C = typename decltype(type)::type;
    batch_norm<C>(x, weight, bias, out, [&](const Walk&, int64_t c, C* m, C* r) {
      *m = param<C>(&mean, c, 0);
      *r = C(1) / std::sqrt(param<C>(&var, c, 1) + static_cast<C>(eps));
    });
    return Error::Ok;
  });
}

// Statistics of the batch itself, saved, and mixed into the running ones where those are given.
Error with_own(const Tensor& x, const Tensor* weight, const Tensor* bias, Tensor* running_mean, Tensor* running_var,
               double momentum, double eps, Tensor& out, Tensor& save_mean, Tensor& save_invstd) {
  const auto mix = [&](Tensor& t, int64_t c, double value) {
    void* at = element(t, c * t.strides[0]);
    store_one(at, t.dtype, (1.0 - momentum) * load_one<double>(at, t.dtype) + momentum * value);
  };
  return dispatch_real(x.dtype, [&](auto type) {
    using C = typename decltype(type)::type;
    batch_norm<C>(x, weight, bias, out, [&](const Walk& walk, int64_t c, C* m, C* r) {
      const Moments own = moments(walk, x, c * x.strides[1]);
      const double count = static_cast<double>(walk.count), invstd = 1.0 / std::sqrt(own.variance + eps);
      store_one(element(save_mean, c * save_mean.strides[0]), save_mean.dtype, own.mean);
      store_one(element(save_invstd, c * save_invstd.strides[0]), save_invstd.dtype, invstd);
      if (running_mean) mix(*running_mean, c, own.mean);
      if (running_var) mix(*running_var, c, own.variance * count / (count - 1));
      *m = static_cast<C>(own.mean), *r = static_cast<C>(invstd);
    });
    return Error::Ok;
  });
}

Error no_training_shape(Context& ctx, const Tensor& x, const Tensor* weight, const Tensor* bias, const Tensor& mean,
                        const Tensor& var, double, double, Tensor& out, Tensor& save_mean, Tensor& save_invstd) {
  return check(ctx, x, weight, bias, &mean, &var, false, out, save_mean, save_invstd);
}
Error no_training_out(Context&, const Tensor& x, const Tensor* weight, const Tensor* bias, const Tensor& mean,
                      const Tensor& var, double, double eps, Tensor& out, Tensor&, Tensor&) {
  return with_given(x, weight, bias, mean, var, eps, out);
}

Error legit_shape(Context& ctx, const Tensor& x, const Tensor* weight, const Tensor* bias, Tensor& mean, Tensor& var,
                  bool training, double, double, Tensor& out, Tensor& save_mean, Tensor& save_invstd) {
  return check(ctx, x, weight, bias, &mean, &var, training, out, save_mean, save_invstd);
}
Error legit_out(Context&, const Tensor& x, const Tensor* weight, const Tensor* bias, Tensor& mean, Tensor& var,
                bool training, double momentum, double eps, Tensor& out, Tensor& save_mean, Tensor& save_invstd) {
  if (!training) return with_given(x, weight, bias, mean, var, eps, out);
  return with_own(x, weight, bias, &mean, &var, momentum, eps, out, save_mean, save_invstd);
}

Error no_stats_shape(Context& ctx, const Tensor& x, const Tensor* weight, const Tensor* bias, bool training, double,
                     double, Tensor& out, Tensor& save_mean, Tensor& save_invstd) {
  if (!training) return ctx.fail(Error::BadArgument, {"training is false, but there are no statistics to use"});
  return check(ctx, x, weight, bias, nullptr, nullptr, true, out, save_mean, save_invstd);
}
Error no_stats_out(Context&, const Tensor& x, const Tensor* weight, const Tensor* bias, bool, double momentum,
                   double eps, Tensor& out, Tensor& save_mean, Tensor& save_invstd) {
  return with_own(x, weight, bias, nullptr, nullptr, momentum, eps, out, save_mean, save_invstd);
}

constexpr OpDef kDefs[] = {
    def<no_training_out>("aten::_native_batch_norm_legit_no_training.out(Tensor input, Tensor? weight, Tensor? bias, "
                         "Tensor running_mean, Tensor running_var, float momentum, float eps, *, Tensor(a!) out0, "
                         "Tensor(b!) out1, Tensor(c!) out2) -> (Tensor(a!), Tensor(b!), Tensor(c!))",
                         shape::typed<no_training_shape>, dtypes::kFloats),
    def<legit_out>("aten::_native_batch_norm_legit.out(Tensor input, Tensor? weight, Tensor? bias, Tensor(a!) "
                   "running_mean, Tensor(b!) running_var, bool training, float momentum, float eps, *, Tensor(d!) out, "
                   "Tensor(e!) save_mean, Tensor(f!) save_invstd) -> (Tensor(d!), Tensor(e!), Tensor(f!))",
                   shape::typed<legit_shape>, dtypes::kFloats),
    def<no_stats_out>("aten::_native_batch_norm_legit.no_stats_out(Tensor input, Tensor? weight, Tensor? bias, bool "
                      "training, float momentum, float eps, *, Tensor(a!) out, Tensor(b!) save_mean, Tensor(c!) "
                      "save_invstd) -> (Tensor(a!), Tensor(b!), Tensor(c!))",
                      shape::typed<no_stats_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(native_batch_norm) = {gleed::ops::kDefs};
