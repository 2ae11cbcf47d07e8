// stored.h -- from a DType to the C++ type of elements in memory, for kernels that compare or combine them one by one.
#pragma once
#include "gleed/ops/family/dispatch.h"

namespace gleed::ops {

// Calls f(Type<T>{}) with the type of `dtype`, one of this build's; bool is uint8_t, as its memory may hold any byte.
template <class F>
void dispatch_stored(DType dtype, F&& f) {
#define GLEED_CASE(D, T)                                                              \
  case DType::D:                                                                      \
    if constexpr (dtypes::has(dtypes::kAll & (GLEED_DTYPES), DType::D)) f(Type<T>{}); \
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
    GLEED_CASE(Bool, uint8_t)
    default:
      break;
  }
#undef GLEED_CASE
}

}  // namespace gleed::ops
