// native_layer_norm.cpp -- layer norm: the last dimensions to mean 0 and variance 1, then weight and bias; also gives
// the means and reciprocal deviations.
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/norm.h"

namespace gleed::ops {
namespace {

Error layer_norm_shape(Context& ctx, const Tensor& x, IntList normalized, const Tensor* weight, const Tensor* bias,
                       double, Tensor& out, Tensor& mean, Tensor& rstd) {
  if (normalized.size() < 1 || normalized.size() > x.rank) {
    return ctx.fail(Error::BadArgument,
                    {"normalized_shape has ", normalized.size(), " dimensions, the input has ", x.rank});
  }
  const int n = static_cast<int>(normalized.size()), first = x.rank - n;
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank; ++d) sizes[d] = x.size(d);
  for (int d = 0; d < n; ++d) {
    if (normalized[static_cast<size_t>(d)] == sizes[first + d]) continue;
    return ctx.fail(Error::BadArgument, {"normalized_shape is ", normalized[static_cast<size_t>(d)], " in dimension ",
                                         d, ", the input has size ", sizes[first + d]});
  }
  const Span<const int64_t> inner(sizes + first, static_cast<size_t>(n));
  if (weight) GLEED_TRY(expect_sizes(ctx, "weight", *weight, inner));
  if (bias) GLEED_TRY(expect_sizes(ctx, "bias", *bias, inner));
  if (weight) GLEED_TRY(expect_dtypes(ctx, "weight", *weight, dtypes::kFloats));
  if (bias) GLEED_TRY(expect_dtypes(ctx, "bias", *bias, dtypes::kFloats));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_dtypes(ctx, "mean", mean, dtypes::kFloats));
  GLEED_TRY(expect_dtypes(ctx, "rstd", rstd, dtypes::kFloats));
  GLEED_TRY(resize_like(ctx, out, x));
  for (int d = first; d < x.rank; ++d) sizes[d] = 1;
  GLEED_TRY(resize(ctx, mean, {sizes, x.rank}));
  return resize(ctx, rstd, {sizes, x.rank});
}

Error layer_norm_out(Context&, const Tensor& x, IntList normalized, const Tensor* weight, const Tensor* bias,
                     double eps, Tensor& out, Tensor& mean, Tensor& rstd) {
  const int first = x.rank - static_cast<int>(normalized.size());
  Walk outer, inner;
  for (int d = 0; d < first; ++d) outer.add(x.size(d), x.strides[d], out.strides[d], mean.strides[d], rstd.strides[d]);
  for (int d = first; d < x.rank; ++d) {
    inner.add(x.size(d), x.strides[d], out.strides[d], weight ? weight->strides[d - first] : 0,
              bias ? bias->strides[d - first] : 0);
  }
  outer.order();
  inner.order();
  normalize(outer, inner, x, weight, bias, eps, out, mean, rstd);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<layer_norm_out>("aten::native_layer_norm.out(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? "
                        "bias, float eps, *, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) -> (Tensor(a!), "
                        "Tensor(b!), Tensor(c!))",
                        shape::typed<layer_norm_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(native_layer_norm) = {gleed::ops::kDefs};
