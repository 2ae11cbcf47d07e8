// elements.h -- moves runs of elements between memory of any dtype and the type that is computed in, so that a kernel
// is compiled for two or three types instead of one per dtype.
#pragma once
#include <cstdint>

#include "gleed/base/dtype.h"
#include "gleed/core/context.h"
#include "gleed/ops/family/dispatch.h"

namespace gleed::ops {

// The address of an element.
inline const void* element(const void* data, DType t, int64_t offset) {
  return static_cast<const char*>(data) + offset * static_cast<int64_t>(dtype_bytes(t));
}
inline void* element(void* data, DType t, int64_t offset) {
  return static_cast<char*>(data) + offset * static_cast<int64_t>(dtype_bytes(t));
}
inline const void* element(const Tensor& t, int64_t offset) {
  return element(static_cast<const void*>(t.data), t.dtype, offset);
}
inline void* element(Tensor& t, int64_t offset) { return element(t.data, t.dtype, offset); }

// True when elements of `t` can be read as C without conversion.
template <class C>
constexpr bool is_plain(DType t) {
  if constexpr (std::is_same_v<C, float>) return t == DType::Float32;
  if constexpr (std::is_same_v<C, double>) return t == DType::Float64;
  return t == DType::Int64;
}

// C is float, double or uint64_t. Integers are computed modulo 2^64, which is exact modulo any smaller power of two:
// loading extends the sign, storing cuts. Real numbers never go through uint64_t.
//
// to[i] = from[i * stride]
template <class C>
void load_run(C* to, const void* from, DType t, int64_t stride, int64_t n);
// to[i] = from[offsets[i]], or 0 where the offset is negative.
template <class C>
void load_at(C* to, const void* from, DType t, const int64_t* offsets, int64_t n);
// to[i * stride] = from[i], rounded once
template <class C>
void store_run(void* to, DType t, int64_t stride, const C* from, int64_t n);

template <class C>
C load_one(const void* from, DType t) {
  C value;
  load_run(&value, from, t, 1, 1);
  return value;
}
template <class C>
void store_one(void* to, DType t, C value) {
  store_run(to, t, 1, &value, 1);
}

// Calls f(Type<C>{}) with the type in which numbers of `t` are added up: float for float32 and the half types, double
// for float64, uint64_t for the integers.
template <class F>
Error dispatch_compute(DType t, F&& f) {
  if (t == DType::Float64) return f(Type<double>{});
  if (t == DType::Float32 || t == DType::Float16 || t == DType::BFloat16) return f(Type<float>{});
  return f(Type<uint64_t>{});
}
// The same for real numbers only.
template <class F>
Error dispatch_real(DType t, F&& f) {
  if (t == DType::Float64) return f(Type<double>{});
  return f(Type<float>{});
}

}  // namespace gleed::ops
