// histc.cpp -- histc: how many elements lie in each of so many equal parts of a range; the range of the elements
// themselves where min and max are equal. The counts are kept in the elements' dtype.
#include "gleed/ops/family/extreme.h"
#include "gleed/ops/family/rounded.h"
#include "gleed/ops/family/stored.h"

namespace gleed::ops {
namespace {

Error histc_shape(Context& ctx, const Tensor& x, int64_t bins, Scalar, Scalar, Tensor& out) {
  GLEED_TRY(check_dtype(ctx, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_range(ctx, "bins", bins, 1, INT32_MAX));
  return resize(ctx, out, {&bins, 1});
}

// A tensor of rank 0 that is one double.
struct One {
  double value = 0;
  Tensor tensor;
  One() {
    tensor.data = &value;
    tensor.dtype = DType::Float64;
  }
};

Error find_range(Context& ctx, const Tensor& x, Scalar min, Scalar max, double* least, double* most) {
  *least = min.as_double(), *most = max.as_double();
  if (*least == *most && x.numel() > 0) {
    One low, high;
    extremes(Extreme::Min, x, kAllDims, &low.tensor, nullptr);
    extremes(Extreme::Max, x, kAllDims, &high.tensor, nullptr);
    *least = low.value, *most = high.value;
  }
  if (*least == *most) *least -= 1, *most += 1;
  if (!std::isfinite(*least) || !std::isfinite(*most)) {
    return ctx.fail(Error::BadArgument, {"the range ends in infinity or nan; give a finite min and max"});
  }
  if (*least < *most) return Error::Ok;
  return ctx.fail(Error::BadArgument, {"min is ", *least, " and max ", *most, "; max must be larger"});
}

Error histc_out(Context& ctx, const Tensor& x, int64_t bins, Scalar min, Scalar max, Tensor& out) {
  double least = 0, most = 0;
  GLEED_TRY(find_range(ctx, x, min, max, &least, &most));
  const int64_t n = x.numel();
  dispatch_stored(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    if constexpr (is_float<T>) {
      using C = Compute<T>;
      // Each step is rounded to T, as PyTorch does it.
      const DType t = x.dtype;
      const C low = rounded(t, static_cast<C>(least)), high = rounded(t, static_cast<C>(most));
      const C width = rounded(t, high - low), parts = rounded(t, static_cast<C>(bins));
      T* counts = out.ptr<T>();
      for (int64_t i = 0; i < bins; ++i) counts[i] = T(C(0));
      for (int64_t i = 0; i < n; ++i) {  // in the order of memory
        const C element = static_cast<C>(x.ptr<const T>()[i]);
        if (!(element >= low && element <= high)) continue;
        const C part = rounded(t, rounded(t, rounded(t, element - low) * parts) / width);
        const int64_t bin = part >= static_cast<C>(bins) ? bins - 1 : part > 0 ? static_cast<int64_t>(part) : 0;
        counts[bin] = T(static_cast<C>(counts[bin]) + 1);
      }
    }
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<histc_out>(
        "aten::histc.out(Tensor self, int bins=100, Scalar min=0, Scalar max=0, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<histc_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(histc) = {gleed::ops::kDefs};
