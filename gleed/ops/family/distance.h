// distance.h -- the p-norm of the difference of two rows.
#pragma once
#include <cmath>

#include "gleed/ops/family/elements.h"

namespace gleed::ops {

// The distance of two rows of n elements of one real dtype; p >= 0, infinity included. Summed in double.
inline double distance(const void* a, int64_t a_stride, const void* b, int64_t b_stride, DType t, int64_t n, double p) {
  constexpr int64_t kRun = 128;
  double x[kRun], y[kRun], sum = 0;
  for (int64_t i = 0; i < n; i += kRun) {
    const int64_t m = n - i < kRun ? n - i : kRun;
    load_run(x, element(a, t, i * a_stride), t, a_stride, m);
    load_run(y, element(b, t, i * b_stride), t, b_stride, m);
    for (int64_t j = 0; j < m; ++j) x[j] = std::abs(x[j] - y[j]);
    if (p == 0) {
      for (int64_t j = 0; j < m; ++j) sum += x[j] == 0 ? 0.0 : x[j] == x[j] ? 1.0 : x[j];
    } else if (p == 1) {
      for (int64_t j = 0; j < m; ++j) sum += x[j];
    } else if (p == 2) {
      for (int64_t j = 0; j < m; ++j) sum += x[j] * x[j];
    } else if (std::isinf(p)) {
      for (int64_t j = 0; j < m; ++j) sum = x[j] > sum || x[j] != x[j] ? x[j] : sum;
    } else {
      for (int64_t j = 0; j < m; ++j) sum += std::pow(x[j], p);
    }
  }
  if (p == 2) return std::sqrt(sum);
  return p == 0 || p == 1 || std::isinf(p) ? sum : std::pow(sum, 1 / p);
}

}  // namespace gleed::ops
