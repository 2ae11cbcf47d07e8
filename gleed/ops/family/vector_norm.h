// vector_norm.h -- the norm of elements as a reduction: (sum of |x|^ord)^(1/ord), in double.
#pragma once
#include "gleed/ops/family/reduce.h"

namespace gleed::ops {

template <class T>
struct Norm {
  using In = T;
  using Acc = double;
  static constexpr int kPasses = 1;
  double ord;

  bool greatest() const { return std::isinf(ord) && ord > 0; }
  bool smallest() const { return std::isinf(ord) && ord < 0; }
  double start() const { return smallest() ? ord * -1 : 0; }
  double add(double a, double x) const {
    const double m = std::fabs(x);
    if (ord == 2) return a + m * m;
    if (ord == 1) return a + m;
    if (ord == 0) return a + (m != 0);
    if (greatest()) return m > a || m != m ? m : a;
    if (smallest()) return m < a || m != m ? m : a;
    return a + std::pow(m, ord);
  }
  void along(int, double& a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) a = add(a, static_cast<double>(x[i]));
  }
  void across(int, double* a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) a[i] = add(a[i], static_cast<double>(x[i]));
  }
  void finish(int, double& a, int64_t) const {
    // Rounded first: what is beyond T's range is infinite, as in PyTorch.
    const auto sum = static_cast<double>(static_cast<T>(a));
    if (ord == 2) a = std::sqrt(sum);
    if (ord != 2 && ord != 1 && ord != 0 && !std::isinf(ord)) a = std::pow(sum, 1 / ord);
  }
};

}  // namespace gleed::ops
