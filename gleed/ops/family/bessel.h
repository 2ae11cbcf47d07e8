// bessel.h -- modified Bessel functions of the first kind, of the orders 0 and 1.
#pragma once
#include <cmath>
#include <limits>

namespace gleed::ops {

// exp(-|x|) * I_ORDER(x).
template <int ORDER>
double scaled_bessel_i(double x) {
  const double m = std::fabs(x);
  const double sign = ORDER == 1 && std::signbit(x) ? -1 : 1;
  constexpr double kTiny = 0x1p-60;
  double term = 1, sum = 1;
  if (m <= 20) {  // (m / 2)^ORDER * the sum of (m^2 / 4)^k / (k! (k + ORDER)!): positive, so nothing cancels
    const double square = m * m / 4;
    for (int k = 1; term > sum * kTiny; ++k) sum += term *= square / (k * (k + ORDER));
    return sign * (ORDER == 1 ? m / 2 : 1) * sum * std::exp(-m);
  }
  if (!(m <= std::numeric_limits<double>::max())) return m == m ? sign * 0.0 : x;
  // The asymptotic series, cut long before its terms grow again.
  for (int k = 1; std::fabs(term) > kTiny && k < 40; ++k) {
    const int odd = 2 * k - 1;
    sum += term *= (odd * odd - 4 * ORDER) / (8 * k * m);
  }
  constexpr double kSqrtTwoPi = 2.50662827463100050242;
  return sign * sum / (kSqrtTwoPi * std::sqrt(m));
}

// I_ORDER(x) as PyTorch puts it together: infinite where exp(|x|) is, nan at the infinities.
template <int ORDER, class T>
T bessel_i(T x) {
  const T scale = std::exp(std::fabs(x));
  return static_cast<T>(scaled_bessel_i<ORDER>(static_cast<double>(x)) * static_cast<double>(scale));
}

}  // namespace gleed::ops
