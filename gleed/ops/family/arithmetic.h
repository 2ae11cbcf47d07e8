// arithmetic.h -- one-element arithmetic with PyTorch's meaning: integers wrap, and divisions round as asked.
#pragma once
#include <cmath>
#include <type_traits>

#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {

// The type that T wraps around in without undefined behaviour.
template <class T>
using Wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, Type<T>>::type;

template <class T>
T add(T x, T y) {
  return static_cast<T>(static_cast<Wrapping<T>>(x) + static_cast<Wrapping<T>>(y));
}
template <class T>
T subtract(T x, T y) {
  return static_cast<T>(static_cast<Wrapping<T>>(x) - static_cast<Wrapping<T>>(y));
}
template <class T>
T multiply(T x, T y) {
  return static_cast<T>(static_cast<Wrapping<T>>(x) * static_cast<Wrapping<T>>(y));
}

// Integer quotients; y is not 0.
inline int64_t divide_trunc(int64_t x, int64_t y) { return y == -1 ? subtract<int64_t>(0, x) : x / y; }
inline int64_t divide_floor(int64_t x, int64_t y) {
  if (y == -1) return subtract<int64_t>(0, x);
  return x / y - (x % y != 0 && (x < 0) != (y < 0));
}
// The remainder with the sign of x (C's) or of y (Python's); y is not 0.
inline int64_t remainder_trunc(int64_t x, int64_t y) { return y == -1 ? 0 : x % y; }
inline int64_t remainder_floor(int64_t x, int64_t y) {
  if (y == -1) return 0;
  const int64_t r = x % y;
  return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

template <class T>
T divide_trunc(T x, T y) {
  return std::trunc(x / y);
}
template <class T>
T divide_floor(T x, T y) {
  if (y == 0) return x / y;
  const T mod = std::fmod(x, y);
  T quotient = (x - mod) / y;
  if (mod != 0 && (y < 0) != (mod < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(T(0), x / y);
  const T floored = std::floor(quotient);
  return quotient - floored > T(0.5) ? floored + 1 : floored;
}
template <class T>
T remainder_trunc(T x, T y) {
  return std::fmod(x, y);
}
template <class T>
T remainder_floor(T x, T y) {
  const T mod = std::fmod(x, y);
  return mod != 0 && (y < 0) != (mod < 0) ? mod + y : mod;
}

// A product or quotient of half numbers takes a second operand of rank 0 with all its digits.
inline void keep_exact(const Operand& x, Operand& y) {
  y.exact = y.rank() == 0 && dtypes::has(dtypes::kHalves, common_dtype({x, y}));
}

// A function object F on two operands of a kind that integers divide by: integer division by zero is an error.
template <class F>
Error binary_division(Context& ctx, const Operand& x, const Operand& y, Tensor& out) {
  const DType common = common_dtype({x, y});
  bool by_zero = false;
  compute(common, [&](auto type) {
    using T = typename decltype(type)::type;
    if constexpr (std::is_integral_v<T>) {
      binary<T>(x, y, out, common, [zero = &by_zero](T a, T b) {
        if (b != 0) return F()(a, b);
        *zero = true;
        return T(0);
      });
    } else {
      binary<T>(x, y, out, common, F());
    }
  });
  if (!by_zero) return Error::Ok;
  return ctx.fail(Error::BadArgument, {"integer division by zero; use real dtypes to get inf or nan"});
}

// The rule of binary operators with an `alpha`, argument 2.
template <uint32_t SET>
Error with_alpha(Context& ctx, Args args) {
  GLEED_TRY(check_elementwise(ctx, args, 2, Gives::Common, SET));
  const Value& alpha = *args.values[2];
  if (alpha.tag != Value::Tag::Double || dtypes::has(dtypes::kFloats, common_dtype(args, 2))) return Error::Ok;
  return ctx.fail(Error::BadArgument, {"alpha is ", alpha.d, ", a real number, and the operands are integers"});
}

}  // namespace gleed::ops
