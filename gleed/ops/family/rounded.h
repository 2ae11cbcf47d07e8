// rounded.h -- half numbers in float32 arithmetic that PyTorch rounds in between.
#pragma once
#include "gleed/ops/family/dispatch.h"

namespace gleed::ops {

// The number rounded to `t` when that is a half type.
template <class T>
T rounded(DType t, T x) {
  if constexpr (std::is_same_v<T, float>) {
    if (t == DType::Float16) return static_cast<float>(Half(x));
    if (t == DType::BFloat16) return static_cast<float>(BFloat16(x));
  }
  return x;
}

}  // namespace gleed::ops
