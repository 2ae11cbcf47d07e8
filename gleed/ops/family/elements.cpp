// elements.cpp -- the conversions, one small loop per dtype.
#include "gleed/ops/family/elements.h"

namespace gleed::ops {
namespace {

// Calls f(Type<T>{}) where numbers of `t` may be computed in C: every dtype in a real C, integers and bool in uint64_t.
template <class C, class F>
void with_type(DType t, F&& f) {
  constexpr uint32_t kSet =
      (std::is_integral_v<C> ? dtypes::kIntsBool : dtypes::kAll) & static_cast<uint32_t>(GLEED_DTYPES);
#define GLEED_CASE(D, T)                                            \
  case DType::D:                                                    \
    if constexpr (dtypes::has(kSet, DType::D)) return f(Type<T>{}); \
    break;
  switch (t) {
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
}

}  // namespace

template <class C>
void load_run(C* to, const void* from, DType t, int64_t stride, int64_t n) {
  with_type<C>(t, [&](auto type) {
    using T = typename decltype(type)::type;
    const T* p = static_cast<const T*>(from);
    if (stride == 1) {
      for (int64_t i = 0; i < n; ++i) to[i] = cast<C>(p[i]);
    } else {
      for (int64_t i = 0; i < n; ++i) to[i] = cast<C>(p[i * stride]);
    }
  });
}

template <class C>
void load_at(C* to, const void* from, DType t, const int64_t* offsets, int64_t n) {
  with_type<C>(t, [&](auto type) {
    using T = typename decltype(type)::type;
    const T* p = static_cast<const T*>(from);
    for (int64_t i = 0; i < n; ++i) to[i] = offsets[i] < 0 ? C(0) : cast<C>(p[offsets[i]]);
  });
}

template <class C>
void store_run(void* to, DType t, int64_t stride, const C* from, int64_t n) {
  with_type<C>(t, [&](auto type) {
    using T = typename decltype(type)::type;
    T* p = static_cast<T*>(to);
    if (stride == 1) {
      for (int64_t i = 0; i < n; ++i) p[i] = cast<T>(from[i]);
    } else {
      for (int64_t i = 0; i < n; ++i) p[i * stride] = cast<T>(from[i]);
    }
  });
}

#define GLEED_ELEMENTS(C)                                                    \
  template void load_run<C>(C*, const void*, DType, int64_t, int64_t);       \
  template void load_at<C>(C*, const void*, DType, const int64_t*, int64_t); \
  template void store_run<C>(void*, DType, int64_t, const C*, int64_t);
GLEED_ELEMENTS(float)
GLEED_ELEMENTS(double)
GLEED_ELEMENTS(uint64_t)
#undef GLEED_ELEMENTS

}  // namespace gleed::ops
