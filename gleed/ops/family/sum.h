// sum.h -- sums: real numbers are added up in double, integers modulo 2^64.
#pragma once
#include "gleed/ops/family/reduce.h"

namespace gleed::ops {

// The sum of n numbers. Float32: in short lanes that a compiler turns into vectors, which are then added in double.
template <class In>
double real_sum(const In* x, int64_t n) {
  double sum = 0;
  if constexpr (std::is_same_v<In, float>) {
    constexpr int kLanes = 16, kRows = 8;
    for (; n >= kLanes * kRows; n -= kLanes * kRows, x += kLanes * kRows) {
      float lanes[kLanes] = {};
      for (int i = 0; i < kRows; ++i) {
        for (int j = 0; j < kLanes; ++j) lanes[j] += x[i * kLanes + j];
      }
      for (float lane : lanes) sum += static_cast<double>(lane);
    }
  }
  double lanes[4] = {};
  for (; n >= 4; n -= 4, x += 4) {
    for (int j = 0; j < 4; ++j) lanes[j] += static_cast<double>(x[j]);
  }
  for (; n > 0; --n) sum += static_cast<double>(*x++);
  return sum + ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3]));
}

template <class T>
struct Sum {
  using In = T;
  using Acc = std::conditional_t<std::is_integral_v<T>, int64_t, double>;
  static constexpr int kPasses = 1;

  static Acc add(Acc a, T x) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(x));
    } else {
      return a + static_cast<double>(x);
    }
  }
  Acc start() const { return 0; }
  void along(int, Acc& a, const T* x, int64_t n) const {
    if constexpr (std::is_integral_v<T>) {
      for (int64_t i = 0; i < n; ++i) a = add(a, x[i]);
    } else {
      a += real_sum(x, n);
    }
  }
  void across(int, Acc* a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) a[i] = add(a[i], x[i]);
  }
  void finish(int, Acc&, int64_t) const {}
};

// out = the sums, or the means, over the dimensions of the set, of x cast to out's dtype.
void sum_over(const Tensor& x, uint32_t dims, bool mean, Tensor& out);

}  // namespace gleed::ops
