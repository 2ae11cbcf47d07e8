// divisor.h -- the greatest common divisor as PyTorch finds it: in the operands' own width, where the absolute value of
// the least integer is that integer again.
#pragma once
#include "gleed/ops/family/arithmetic.h"

namespace gleed::ops {

// The integer cut to the width of `t`.
inline int64_t wrap_to(DType t, int64_t x) {
  switch (t) {
    case DType::Int8:
      return static_cast<int8_t>(x);
    case DType::Int16:
      return static_cast<int16_t>(x);
    case DType::Int32:
      return static_cast<int32_t>(x);
    default:
      return x;
  }
}
inline int64_t wrapped_abs(DType t, int64_t x) { return x < 0 ? wrap_to(t, subtract<int64_t>(0, x)) : x; }

inline int64_t greatest_divisor(DType t, int64_t x, int64_t y) {
  int64_t a = wrapped_abs(t, x), b = wrapped_abs(t, y);
  while (a != 0) {
    const int64_t rest = remainder_trunc(b, a);
    b = a;
    a = rest;
  }
  return b;
}

}  // namespace gleed::ops
