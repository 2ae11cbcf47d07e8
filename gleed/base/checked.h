// checked.h -- integer arithmetic that says when it overflowed, for numbers that come from a file or a caller.
#pragma once
#include <cstdint>

namespace gleed {

// *out = a op b; false when the exact result does not fit (then *out is unspecified).
template <class T>
[[nodiscard]] constexpr bool checked_add(T a, T b, T* out) {
  return !__builtin_add_overflow(a, b, out);
}
template <class T>
[[nodiscard]] constexpr bool checked_sub(T a, T b, T* out) {
  return !__builtin_sub_overflow(a, b, out);
}
template <class T>
[[nodiscard]] constexpr bool checked_mul(T a, T b, T* out) {
  return !__builtin_mul_overflow(a, b, out);
}

}  // namespace gleed
