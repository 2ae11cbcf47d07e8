// promote.cpp -- PyTorch's promotion of dtypes.
#include "gleed/ops/family/dispatch.h"

namespace gleed::ops {

namespace {

// Width of the value range among integers: bool < 8 bits < 16 < 32 < 64.
int int_rank(DType t) {
  switch (t) {
    case DType::Bool:
      return 0;
    case DType::UInt8:
    case DType::Int8:
      return 1;
    case DType::Int16:
      return 2;
    case DType::Int32:
      return 3;
    default:
      return 4;
  }
}

int float_rank(DType t) { return t == DType::Float64 ? 2 : t == DType::Float32 ? 1 : 0; }

}  // namespace

DType promote(DType a, DType b) {
  if (a == b) return a;
  const bool a_float = dtypes::has(dtypes::kFloats, a), b_float = dtypes::has(dtypes::kFloats, b);
  if (a_float != b_float) return a_float ? a : b;
  if (a_float) {
    if (float_rank(a) == float_rank(b)) return DType::Float32;  // the two half types
    return float_rank(a) > float_rank(b) ? a : b;
  }
  if (int_rank(a) == int_rank(b)) return DType::Int16;  // uint8 and int8
  return int_rank(a) > int_rank(b) ? a : b;
}

}  // namespace gleed::ops
