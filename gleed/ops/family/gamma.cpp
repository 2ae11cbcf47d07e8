// gamma.cpp -- digamma and zeta by Euler and Maclaurin's formula, after the first terms.
#include "gleed/ops/family/gamma.h"

#include <limits>

namespace gleed::ops {

namespace {

constexpr double kPi = 3.14159265358979323846;

// Bernoulli numbers B2, B4, ... B24.
constexpr double kBernoulli[] = {
    1.0 / 6, -1.0 / 30,     1.0 / 42,      -1.0 / 30,       5.0 / 66,       -691.0 / 2730,
    7.0 / 6, -3617.0 / 510, 43867.0 / 798, -174611.0 / 330, 854513.0 / 138, -236364091.0 / 2730,
};

// zeta for x > 1 and q > 0.
double zeta_sum(double x, double q) {
  constexpr double kTiny = 0x1p-53;
  double a = q, term = std::pow(a, -x), sum = term;
  for (int i = 0; i < 9 || a <= 9; ++i) {
    a += 1;
    term = std::pow(a, -x);
    sum += term;
    if (-kTiny * sum < term && term < kTiny * sum) return sum;
  }
  sum += term * a / (x - 1) - term / 2;
  // The products grow and the powers shrink apart from each other, as in PyTorch: what overflows there does so here.
  double product = x, factorial = 2;
  for (int k = 1; k <= 12; ++k) {
    term /= a;
    const double next = product * term * (kBernoulli[k - 1] / factorial);
    sum += next;
    if (std::fabs(next / sum) < kTiny) break;
    product *= (x + 2 * k - 1) * (x + 2 * k);
    term /= a;
    factorial *= (2 * k + 1) * (2 * k + 2);
  }
  return sum;
}

}  // namespace

double digamma(double x) {
  if (x == 0) return std::copysign(std::numeric_limits<double>::infinity(), -x);
  if (x < 0) {
    if (x == std::trunc(x)) return std::numeric_limits<double>::quiet_NaN();
    return digamma(1 - x) - kPi / std::tan(kPi * (x - std::trunc(x)));
  }
  double sum = 0;
  for (; x < 10; x += 1) sum -= 1 / x;
  double series = 0;
  const double square = 1 / (x * x);
  for (int k = 7; k > 0; --k) series = square * (series + kBernoulli[k - 1] / (2 * k));
  return sum + std::log(x) - 0.5 / x - series;
}

double zeta(double x, double q) {
  if (x == 1) return std::numeric_limits<double>::infinity();
  if (x < 1) return std::numeric_limits<double>::quiet_NaN();
  if (!(q <= 0)) return zeta_sum(x, q);
  if (q == std::floor(q)) return std::numeric_limits<double>::infinity();
  if (x != std::floor(x)) return std::numeric_limits<double>::quiet_NaN();
  // The terms below 0 are those between two sums of positive ones, with the sign of (-1)^x.
  const double above = q - std::floor(q);
  double below = zeta_sum(x, 1 - above);
  if (std::isfinite(below)) below -= zeta_sum(x, 1 - q);
  return zeta_sum(x, above) + (std::fmod(x, 2) == 1 ? -below : below);
}

}  // namespace gleed::ops
