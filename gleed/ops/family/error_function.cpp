// error_function.cpp -- inverses by a rough formula and two steps that each triple the digits; scaled tails.
#include "gleed/ops/family/error_function.h"

#include <cmath>
#include <limits>

namespace gleed::ops {

namespace {

constexpr double kTwoOverSqrtPi = 1.12837916709551257390;
constexpr double kOneOverSqrtPi = 0.56418958354775628695;

// The x >= 0 with erfc(x) = q, for q in (0, 1], to 3 digits: Abramowitz and Stegun, 26.2.23.
double rough_inverse(double q) {
  const double t = std::sqrt(-2 * std::log(q / 2));
  const double up = 2.515517 + t * (0.802853 + t * 0.010328);
  const double down = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return (t - up / down) / kSqrtTwo;
}

// One step of Halley's method towards excess(x) = 0, where excess is erf(x) less a constant.
double halley(double x, double excess) {
  const double u = excess / (kTwoOverSqrtPi * std::exp(-x * x));
  return x - u / (1 + x * u);
}

}  // namespace

double inverse_erf(double y) {
  const double m = std::fabs(y);
  if (m > 0.5) return std::copysign(inverse_erfc(1 - m), y);
  if (!(m > 1e-4)) return y / kTwoOverSqrtPi * (1 + y * y * 0.26179938779914943654);  // pi / 12
  double x = rough_inverse(1 - m);
  for (int i = 0; i < 3; ++i) x = halley(x, std::erf(x) - m);
  return std::copysign(x, y);
}

double inverse_erfc(double q) {
  if (!(q >= 0 && q <= 2)) return std::numeric_limits<double>::quiet_NaN();
  if (q == 0) return std::numeric_limits<double>::infinity();
  if (q > 1) return -inverse_erfc(2 - q);
  if (q >= 0.5) return inverse_erf(1 - q);
  double x = rough_inverse(q);
  for (int i = 0; i < 3; ++i) x = halley(x, q - std::erfc(x));
  return x;
}

double scaled_erfc(double x) {
  if (x < 8) return std::exp(x * x) * std::erfc(x);
  // The continued fraction x + (1/2) / (x + (2/2) / (x + (3/2) / ...)), from its end.
  double rest = x;
  for (int k = 40; k > 0; --k) rest = x + k / 2.0 / rest;
  return kOneOverSqrtPi / rest;
}

}  // namespace gleed::ops
