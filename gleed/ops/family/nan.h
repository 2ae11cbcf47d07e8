// nan.h -- whether an element of any type is nan.
#pragma once
#include "gleed/ops/family/dispatch.h"

namespace gleed::ops {

template <class T>
bool is_nan(T x) {
  if constexpr (is_half<T>) return is_nan(static_cast<float>(x));
  if constexpr (std::is_floating_point_v<T>) return x != x;
  return false;
}

}  // namespace gleed::ops
