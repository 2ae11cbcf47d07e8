// gamma.h -- the derivatives of the logarithm of the gamma function, and the zeta function.
#pragma once
#include <cmath>

namespace gleed::ops {

// The first derivative; infinite at 0, nan at the negative integers.
double digamma(double x);
// The sum of (q + k)^-x over all k >= 0; infinite at x = 1 and where a term is, nan where a term is no real number.
double zeta(double x, double q);

// The second derivative, by the formula that PyTorch cuts its series at.
template <class T>
T trigamma(T x) {
  constexpr T kPi = T(3.14159265358979323846);
  T sign = 1, sum = 0;
  if (x < T(0.5)) {
    sign = -1;
    const T s = std::sin(kPi * x);
    sum = -(kPi * kPi) / (s * s);
    x = 1 - x;
  }
  for (int i = 0; i < 6; ++i) {
    sum += 1 / (x * x);
    x += 1;
  }
  const T square = 1 / (x * x);
  sum += (1 + 1 / (2 * x) + square * (T(1) / 6 - square * (T(1) / 30 - square * (T(1) / 42)))) / x;
  return sign * sum;
}

}  // namespace gleed::ops
