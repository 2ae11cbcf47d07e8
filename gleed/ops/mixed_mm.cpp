// mixed_mm.cpp -- products of a real matrix with one of int8 and its scales: mixed_mm (k, n) with a scale per row,
// mixed_linear (n, k) with scales per row, or per row and group of columns.
#include "gleed/ops/family/elements.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {
namespace {

constexpr int64_t kRun = 128;
constexpr uint32_t kReal = dtypes::kHalves | dtypes::bit(DType::Float32);

Error check(Context& ctx, const Tensor& x, const Tensor& w, const Tensor& scales, const Tensor* zeros, Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "input", x, 2, 2));
  GLEED_TRY(expect_rank(ctx, "weight", w, 2, 2));
  GLEED_TRY(expect_dtype(ctx, "weight", w, DType::Int8));
  GLEED_TRY(expect_dtypes(ctx, "weight_scales", scales, kReal));
  GLEED_TRY(expect_dtypes(ctx, "out", out, kReal));
  if (zeros) return ctx.fail(Error::Unsupported, {"weight_zero_points must be None: weights are symmetric"});
  return Error::Ok;
}

Error mm_shape(Context& ctx, const Tensor& x, const Tensor& w, const Tensor& scales, const Tensor* zeros, Tensor& out) {
  GLEED_TRY(check(ctx, x, w, scales, zeros, out));
  const int64_t inner[] = {x.size(1), w.size(1)};
  GLEED_TRY(expect_sizes(ctx, "weight", w, inner));
  GLEED_TRY(expect_sizes(ctx, "weight_scales", scales, {inner, 1}));
  const int64_t sizes[] = {x.size(0), w.size(1)};
  return resize(ctx, out, sizes);
}

Error mm_out(Context&, const Tensor& x, const Tensor& w, const Tensor& scales, const Tensor*, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  float sums[kRun], line[kRun];
  for (int64_t i = 0; i < x.size(0); ++i) {
    for (int64_t j = 0; j < w.size(1); j += kRun) {
      const int64_t n = w.size(1) - j < kRun ? w.size(1) - j : kRun;
      for (int64_t c = 0; c < n; ++c) sums[c] = 0;
      for (int64_t k = 0; k < x.size(1); ++k) {
        const float value = load_one<float>(element(x, i * x.strides[0] + k * x.strides[1]), x.dtype) *
                            load_one<float>(element(scales, k * scales.strides[0]), scales.dtype);
        load_run(line, element(w, k * w.strides[0] + j * w.strides[1]), w.dtype, w.strides[1], n);
        for (int64_t c = 0; c < n; ++c) sums[c] += value * line[c];
      }
      store_run(element(out, i * out.strides[0] + j * out.strides[1]), out.dtype, out.strides[1], sums, n);
    }
  }
  return Error::Ok;
}

Error linear_shape(Context& ctx, const Tensor& x, const Tensor& w, const Tensor& scales, const Tensor* zeros,
                   std::optional<int64_t>, Tensor& out) {
  GLEED_TRY(check(ctx, x, w, scales, zeros, out));
  GLEED_TRY(expect_rank(ctx, "weight_scales", scales, 1, 2));
  const int64_t inner[] = {w.size(0), x.size(1)};
  GLEED_TRY(expect_sizes(ctx, "weight", w, inner));
  const int64_t expected[] = {w.size(0), scales.rank == 2 ? scales.size(1) : 1};
  GLEED_TRY(expect_sizes(ctx, "weight_scales", scales, {expected, scales.rank}));
  // The last group may be shorter, but each must have columns.
  const int64_t group = expected[1] < 1 ? 0 : (x.size(1) + expected[1] - 1) / expected[1];
  if (expected[1] < 1 || (x.size(1) > 0 && (x.size(1) + group - 1) / group != expected[1])) {
    return ctx.fail(Error::BadArgument, {x.size(1), " columns do not split into ", expected[1], " groups"});
  }
  const int64_t sizes[] = {x.size(0), w.size(0)};
  return resize(ctx, out, sizes);
}

Error linear_out(Context&, const Tensor& x, const Tensor& w, const Tensor& scales, const Tensor*,
                 std::optional<int64_t>, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  const int64_t depth = x.size(1), groups = scales.rank == 2 ? scales.size(1) : 1;
  const int64_t group = (depth + groups - 1) / groups;
  float a[kRun], b[kRun];
  for (int64_t i = 0; i < x.size(0); ++i) {
    for (int64_t j = 0; j < w.size(0); ++j) {
      float total = 0;
      for (int64_t g = 0; g * group < depth; ++g) {
        const int64_t end = (g + 1) * group < depth ? (g + 1) * group : depth;
        float sums[8] = {};
        for (int64_t k = g * group; k < end; k += kRun) {
          const int64_t n = end - k < kRun ? end - k : kRun;
          load_run(a, element(x, i * x.strides[0] + k * x.strides[1]), x.dtype, x.strides[1], n);
          load_run(b, element(w, j * w.strides[0] + k * w.strides[1]), w.dtype, w.strides[1], n);
          int64_t c = 0;
          for (; c + 8 <= n; c += 8) {
            for (int l = 0; l < 8; ++l) sums[l] += a[c + l] * b[c + l];
          }
          for (; c < n; ++c) sums[0] += a[c] * b[c];
        }
        const float sum = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
        const int64_t at = j * scales.strides[0] + (scales.rank == 2 ? g * scales.strides[1] : 0);
        total += sum * load_one<float>(element(scales, at), scales.dtype);
      }
      store_one(element(out, i * out.strides[0] + j * out.strides[1]), out.dtype, total);
    }
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<mm_out>("quantized_decomposed::mixed_mm.out(Tensor input, Tensor weight, Tensor weight_scales, Tensor? "
                "weight_zero_points, *, Tensor(a!) out) -> Tensor(a!)",
                shape::typed<mm_shape>, kReal),
    def<linear_out>("quantized_decomposed::mixed_linear.out(Tensor input, Tensor weight, Tensor weight_scales, Tensor? "
                    "weight_zero_points, ScalarType? dtype=None, *, Tensor(a!) out) -> Tensor(a!)",
                    shape::typed<linear_shape>, kReal),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(mixed_mm) = {gleed::ops::kDefs};
