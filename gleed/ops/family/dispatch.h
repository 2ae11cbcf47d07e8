// dispatch.h -- from a DType at run time to a C++ type, and between element types.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "gleed/base/dtype.h"
#include "gleed/base/half.h"
#include "gleed/core/op.h"

// The dtypes that this build's kernels are compiled for; a selective build sets fewer bits.
#ifndef GLEED_DTYPES
#define GLEED_DTYPES ::gleed::dtypes::kAll
#endif

namespace gleed::ops {

template <class T>
struct Type {
  using type = T;
};

template <class T>
constexpr bool is_half = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;
template <class T>
constexpr bool is_float = is_half<T> || std::is_floating_point_v<T>;

// The type that arithmetic on T is done in: float for the half types, T otherwise.
template <class T>
using Compute = std::conditional_t<is_half<T>, float, T>;

// C++ casts between element types as PyTorch does them: half types through float; anything to bool is != 0; a real
// number that an integer type cannot hold does not trap (it goes through int64, saturating there).
template <class To, class From>
To cast(From from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (is_half<From>) {
    return cast<To>(static_cast<float>(from));
  } else if constexpr (is_half<To>) {
    return To(static_cast<float>(from));
  } else if constexpr (std::is_same_v<To, bool>) {
    return from != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    if (!(from == from)) return static_cast<To>(std::numeric_limits<int64_t>::min());
    const int64_t wide = from >= static_cast<From>(9223372036854775807.0)    ? std::numeric_limits<int64_t>::min()
                         : from <= static_cast<From>(-9223372036854775808.0) ? std::numeric_limits<int64_t>::min()
                                                                             : static_cast<int64_t>(from);
    return static_cast<To>(wide);
  } else {
    return static_cast<To>(from);
  }
}

template <class To>
To cast(Scalar s) {
  return s.kind == Scalar::Kind::Double ? cast<To>(s.d) : cast<To>(s.i);
}

// Calls f(Type<T>{}) with the C++ type of `dtype`, which must be in SET; f returns Error. A dtype outside SET, or left
// out of this build, gives MissingOp. (bool and uint8 elements are read as such types.)
template <uint32_t SET, class F>
Error dispatch(Context& ctx, DType dtype, F&& f) {
  constexpr uint32_t kSet = SET & (GLEED_DTYPES);
#define GLEED_CASE(D, T)                                            \
  case DType::D:                                                    \
    if constexpr (dtypes::has(kSet, DType::D)) return f(Type<T>{}); \
    break;
  switch (dtype) {
    GLEED_CASE(UInt8, uint8_t)
    GLEED_CASE(Int8, int8_t)
    GLEED_CASE(Int16, int16_t)
    GLEED_CASE(Int32, int32_t)
    GLEED_CASE(Int64, int64_t)
    GLEED_CASE(Float16, Half)
    GLEED_CASE(BFloat16, BFloat16)
    GLEED_CASE(Float32, float)
    GLEED_CASE(Float64, double)
    GLEED_CASE(Bool, bool)
    default:
      break;
  }
#undef GLEED_CASE
  return ctx.fail(Error::MissingOp,
                  {"no portable kernel for ", dtype_name(dtype), " in this build; cast to another dtype"});
}

// PyTorch's promotion of two tensor dtypes of rank over 0 (torch.promote_types).
DType promote(DType a, DType b);

}  // namespace gleed::ops
