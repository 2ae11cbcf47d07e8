// error_function.h -- the error function's inverse, and the tails of the normal distribution.
#pragma once

namespace gleed::ops {

constexpr double kSqrtTwo = 1.41421356237309504880;

// The x with erf(x) = y; infinite at -1 and 1, nan beyond.
double inverse_erf(double y);
// The x with erfc(x) = q, for q in [0, 2].
double inverse_erfc(double q);
// exp(x^2) * erfc(x).
double scaled_erfc(double x);

}  // namespace gleed::ops
