// median.h -- the middle one of elements in ascending order, the lower one of two. Without IGNORE_NAN, a nan among them
// is the median; else nan counts as not being there.
#pragma once
#include <algorithm>

#include "gleed/ops/family/ranked.h"

namespace gleed::ops {

template <bool IGNORE_NAN>
struct PickMedian {
  template <class T>
  Ranked<T> operator()(Ranked<T>* items, int64_t n) const {
    int64_t nans = 0;
    for (int64_t i = 0; i < n; ++i) {
      if (!is_nan(items[i].value)) continue;
      if (!IGNORE_NAN) return items[i];
      ++nans;
    }
    Ranked<T>* middle = items + (n - nans - 1) / 2;
    // Nans are not told apart, so that it is PyTorch's choice that comes out where there is nothing else.
    std::nth_element(items, middle, items + n, [](const Ranked<T>& a, const Ranked<T>& b) {
      return a.value < b.value || (a.value == b.value && a.index < b.index) || (is_nan(b.value) && !is_nan(a.value));
    });
    return *middle;
  }
};

template <bool IGNORE_NAN>
Error median_dim_out(Context& ctx, const Tensor& x, int64_t dim, bool, Tensor& values, Tensor& indices) {
  return pick_along(ctx, x, dim, values, indices, PickMedian<IGNORE_NAN>());
}

inline Error median_shape(Context& ctx, const Tensor& x, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  return resize_reduced(ctx, x, kAllDims, false, out);
}
inline size_t median_scratch(Args args) {
  return static_cast<size_t>(args.tensor(0).numel()) * sizeof(Ranked<int64_t>);
}
// Of no elements at all it is nan, which integers hold as a cast gives it.
template <bool IGNORE_NAN>
Error median_out(Context& ctx, const Tensor& x, Tensor& out) {
  const int64_t n = x.numel();
  Error error = Error::Ok;
  compute(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    Ranked<T> picked{std::numeric_limits<T>::quiet_NaN(), 0};
    if (out.dtype == DType::Int32) picked.value = static_cast<T>(std::numeric_limits<int32_t>::min());
    if (out.dtype == DType::Int64) picked.value = static_cast<T>(std::numeric_limits<int64_t>::min());
    if (n > 0) {
      Ranked<T>* items = nullptr;
      error = take_scratch(ctx, n, &items);
      if (error != Error::Ok) return;
      read_ranked(x, 0, 1, n, items);  // in the order of memory, where no element is left out
      for (int64_t i = 0; i < n; ++i) items[i].index = i;
      picked = PickMedian<IGNORE_NAN>()(items, n);
    }
    convert(dtype_of<T>, &picked.value, 1, out.dtype, out.data, 1, 1);
  });
  return error;
}

}  // namespace gleed::ops
