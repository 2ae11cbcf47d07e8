// native_group_norm.cpp -- group norm: groups of channels of each image to mean 0 and variance 1, then weight and bias
// per channel; also gives the means and reciprocal deviations.
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/norm.h"

namespace gleed::ops {
namespace {

Error group_norm_shape(Context& ctx, const Tensor& x, const Tensor* weight, const Tensor* bias, int64_t n, int64_t c,
                       int64_t pixels, int64_t group, double, Tensor& out, Tensor& mean, Tensor& rstd) {
  GLEED_TRY(expect_rank(ctx, "input", x, 2, kMaxRank));
  GLEED_TRY(expect_range(ctx, "N", n, x.size(0), x.size(0)));
  GLEED_TRY(expect_range(ctx, "C", c, x.size(1), x.size(1)));
  int64_t expected = 1;
  for (int d = 2; d < x.rank; ++d) expected *= x.size(d);
  GLEED_TRY(expect_range(ctx, "HxW", pixels, expected, expected));
  GLEED_TRY(expect_range(ctx, "group", group, 1, INT32_MAX));
  if (c % group != 0) return ctx.fail(Error::BadArgument, {c, " channels do not split into ", group, " groups"});
  const int64_t channels[] = {c}, stats[] = {n, group};
  if (weight) GLEED_TRY(expect_sizes(ctx, "weight", *weight, channels));
  if (bias) GLEED_TRY(expect_sizes(ctx, "bias", *bias, channels));
  if (weight) GLEED_TRY(expect_dtypes(ctx, "weight", *weight, dtypes::kFloats));
  if (bias) GLEED_TRY(expect_dtypes(ctx, "bias", *bias, dtypes::kFloats));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_dtypes(ctx, "mean", mean, dtypes::kFloats));
  GLEED_TRY(expect_dtypes(ctx, "rstd", rstd, dtypes::kFloats));
  GLEED_TRY(resize_like(ctx, out, x));
  GLEED_TRY(resize(ctx, mean, stats));
  return resize(ctx, rstd, stats);
}

Error group_norm_out(Context&, const Tensor& x, const Tensor* weight, const Tensor* bias, int64_t, int64_t c, int64_t,
                     int64_t group, double eps, Tensor& out, Tensor& mean, Tensor& rstd) {
  const int64_t in_group = c / group;
  const int64_t w = weight ? weight->strides[0] : 0, b = bias ? bias->strides[0] : 0;
  for (int64_t g = 0; g < group; ++g) {
    // Weight and bias differ from group to group, so a group is a tensor of its own.
    Tensor gx = x, gout = out, gmean = mean, grstd = rstd, gw, gb;
    gx.data = element(gx, g * in_group * x.strides[1]);
    gout.data = element(gout, g * in_group * out.strides[1]);
    gmean.data = element(gmean, g * mean.strides[1]);
    grstd.data = element(grstd, g * rstd.strides[1]);
    if (weight) gw = *weight, gw.data = element(gw, g * in_group * w);
    if (bias) gb = *bias, gb.data = element(gb, g * in_group * b);
    Walk outer, inner;
    outer.add(x.size(0), x.strides[0], out.strides[0], mean.strides[0], rstd.strides[0]);
    inner.add(in_group, x.strides[1], out.strides[1], w, b);
    for (int d = 2; d < x.rank; ++d) inner.add(x.size(d), x.strides[d], out.strides[d]);
    outer.order();
    inner.order();
    normalize(outer, inner, gx, weight ? &gw : nullptr, bias ? &gb : nullptr, eps, gout, gmean, grstd);
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<group_norm_out>("aten::native_group_norm.out(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, "
                        "SymInt HxW, int group, float eps, *, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) -> "
                        "(Tensor(a!), Tensor(b!), Tensor(c!))",
                        shape::typed<group_norm_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(native_group_norm) = {gleed::ops::kDefs};
