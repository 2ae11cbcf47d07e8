// choose_qparams.cpp -- choose_qparams: the scale and zero point that fit the range of a tensor, or of each of its
// rows.
#include <algorithm>
#include <cmath>

#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/quantize.h"

namespace gleed::ops {
namespace {

// Least and largest of the elements of a walk, 0 included; nan stays.
struct Limits {
  float least = 0, most = 0;
};
Limits limits(const Walk& walk, const Tensor& x, int64_t offset) {
  Limits l;
  float line[Walk::kRun];
  walk.each_run([&](const int64_t* at, int64_t n) {
    load_run(line, element(x, offset + at[0]), x.dtype, walk.stride(0), n);
    for (int64_t i = 0; i < n; ++i) {
      l.least = line[i] < l.least || line[i] != line[i] ? line[i] : l.least;
      l.most = line[i] > l.most || line[i] != line[i] ? line[i] : l.most;
    }
  });
  return l;
}

Error tensor_shape(Context& ctx, const Tensor&, int64_t low, int64_t high, double, int64_t, Tensor& scale,
                   Tensor& zero) {
  GLEED_TRY(expect_range(ctx, "quant_min", low, INT32_MIN, INT32_MAX));
  GLEED_TRY(expect_range(ctx, "quant_max", high, low + 1, INT32_MAX));
  GLEED_TRY(expect_dtypes(ctx, "scale_out", scale, dtypes::kFloats));
  GLEED_TRY(expect_dtypes(ctx, "zero_point_out", zero, dtypes::kInts));
  const int64_t one[] = {1};
  GLEED_TRY(resize(ctx, scale, {one, scale.rank == 0 ? size_t{0} : size_t{1}}));
  return resize(ctx, zero, {one, zero.rank == 0 ? size_t{0} : size_t{1}});
}

Error tensor_out(Context& ctx, const Tensor& x, int64_t low, int64_t high, double eps, int64_t, Tensor& scale_out,
                 Tensor& zero_out) {
  Walk walk;
  for (int d = 0; d < x.rank; ++d) walk.add(x.size(d), x.strides[d]);
  walk.order();
  const Limits l = limits(walk, x, 0);
  if (!(l.least <= l.most)) return ctx.fail(Error::BadArgument, {"input holds nan, so no scale fits it"});
  float scale = (l.most - l.least) / static_cast<float>(high - low);
  scale = std::max(scale, static_cast<float>(eps));
  const float from_least = std::nearbyint(l.least / scale);
  // Between -2^31 and 2^31 before it becomes an integer: the range of scales keeps it near the quantized range.
  const double zero = static_cast<double>(low) - (from_least == from_least ? static_cast<double>(from_least) : 0.0);
  store_one<double>(element(scale_out, 0), scale_out.dtype, walk.count == 0 ? 1.0 : static_cast<double>(scale));
  const double clamped = std::min(std::max(zero, static_cast<double>(low)), static_cast<double>(high));
  store_one<double>(element(zero_out, 0), zero_out.dtype, walk.count == 0 ? 0.0 : clamped);
  return Error::Ok;
}

Error token_shape(Context& ctx, const Tensor& x, int64_t, Tensor& scale, Tensor& zero) {
  GLEED_TRY(expect_rank(ctx, "input", x, 1, kMaxRank));
  GLEED_TRY(expect_range(ctx, "the last dimension's size", x.size(x.rank - 1), 1, INT32_MAX));
  GLEED_TRY(expect_dtypes(ctx, "scale_out", scale, dtypes::kFloats));
  GLEED_TRY(expect_dtypes(ctx, "zero_point_out", zero, dtypes::kInts));
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank; ++d) sizes[d] = d == x.rank - 1 ? 1 : x.size(d);
  GLEED_TRY(resize(ctx, scale, {sizes, x.rank}));
  return resize(ctx, zero, {sizes, x.rank});
}

Error token_out(Context&, const Tensor& x, int64_t, Tensor& scale_out, Tensor& zero_out) {
  Walk rows, row;
  for (int d = 0; d + 1 < x.rank; ++d) rows.add(x.size(d), x.strides[d], scale_out.strides[d], zero_out.strides[d]);
  row.add(x.size(x.rank - 1), x.strides[x.rank - 1]);
  rows.order();
  row.order();
  rows.each([&](const int64_t* at) {
    const Limits l = limits(row, x, at[0]);
    float scale = (l.most - l.least) / 255.0f;
    if (scale < std::numeric_limits<float>::epsilon()) scale = std::numeric_limits<float>::epsilon();
    const float least = l.least / scale, most = l.most / scale;
    // From the end whose rounding error is smaller.
    float zero = (-128 + least) + (127 + most) > 0 ? -128 - least : 127 - most;
    zero = std::nearbyint(zero < -128 ? -128 : zero > 127 ? 127 : zero);
    store_one<double>(element(scale_out, at[1]), scale_out.dtype, static_cast<double>(scale));
    store_one<double>(element(zero_out, at[2]), zero_out.dtype, static_cast<double>(zero));
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<tensor_out>("quantized_decomposed::choose_qparams.Tensor_out(Tensor input, int quant_min, int quant_max, float "
                    "eps, ScalarType dtype, *, Tensor(a!) scale_out, Tensor(b!) zero_point_out) -> (Tensor(a!), "
                    "Tensor(b!))",
                    shape::typed<tensor_shape>, dtypes::bit(DType::Float32)),
    def<token_out>("quantized_decomposed::choose_qparams_per_token_asymmetric.out(Tensor input, ScalarType dtype, *, "
                   "Tensor(a!) scale_out, Tensor(b!) zero_point_out) -> (Tensor(a!), Tensor(b!))",
                   shape::typed<token_shape>, dtypes::bit(DType::Float32)),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(choose_qparams) = {gleed::ops::kDefs};
