// quantized_add.cpp -- the sum of two quantized tensors of equal sizes, quantized again.
#include <cmath>

#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/quantize.h"

namespace gleed::ops {
namespace {

Error add_shape(Context& ctx, const Tensor& a, double, int64_t, int64_t, int64_t, const Tensor& b, double, int64_t,
                int64_t, int64_t, double, int64_t, int64_t, int64_t, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "b", b, a.dtype));
  GLEED_TRY(expect_dtype(ctx, "out", out, a.dtype));
  int64_t sizes[kMaxRank];
  for (int d = 0; d < a.rank; ++d) sizes[d] = a.size(d);
  GLEED_TRY(expect_sizes(ctx, "b", b, {sizes, a.rank}));
  return resize_like(ctx, out, a);
}

Error add_out(Context&, const Tensor& a, double a_scale, int64_t a_zero, int64_t, int64_t, const Tensor& b,
              double b_scale, int64_t b_zero, int64_t, int64_t, double out_scale, int64_t out_zero, int64_t low,
              int64_t high, Tensor& out) {
  Walk walk;
  for (int d = 0; d < a.rank; ++d) walk.add(a.size(d), a.strides[d], b.strides[d], out.strides[d]);
  walk.order();
  const auto real = [](float q, int64_t zero, double scale) {
    return (q - static_cast<float>(zero)) * static_cast<float>(scale);
  };
  const float inverse = 1.0f / static_cast<float>(out_scale), zero = static_cast<float>(out_zero);
  const float least = static_cast<float>(low), most = static_cast<float>(high);
  float x[Walk::kRun], y[Walk::kRun];
  walk.each_run([&](const int64_t* at, int64_t n) {
    load_run(x, element(a, at[0]), a.dtype, walk.stride(0), n);
    load_run(y, element(b, at[1]), b.dtype, walk.stride(1), n);
    for (int64_t i = 0; i < n; ++i) {
      const float sum = real(x[i], a_zero, a_scale) + real(y[i], b_zero, b_scale);
      const float q = std::nearbyint(sum * inverse) + zero;
      x[i] = q < least ? least : q > most ? most : q;
    }
    store_run(element(out, at[2]), out.dtype, walk.stride(2), x, n);
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<add_out>(
        "quantized_decomposed::add.out(Tensor a, float a_scale, int a_zero_point, int a_quant_min, int "
        "a_quant_max, Tensor b, float b_scale, int b_zero_point, int b_quant_min, int b_quant_max, float "
        "out_scale, int out_zero_point, int out_quant_min, int out_quant_max, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<add_shape>, kQuantized, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(quantized_add) = {gleed::ops::kDefs};
