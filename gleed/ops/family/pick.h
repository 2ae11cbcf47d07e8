// pick.h -- the greater or smaller of two elements and of many, nan where one is.
#pragma once
#include "gleed/ops/family/extreme.h"
#include "gleed/ops/family/nan.h"

namespace gleed::ops {

// True when x takes the place of what was found so far.
template <Extreme WHICH, class T>
bool beats(T x, T found) {
  return WHICH == Extreme::Max ? x > found : x < found;
}

// What is kept of two: nan where one is. Without branches, so that it is done in vectors.
template <Extreme WHICH, class T>
T pick(T found, T x) {
  return static_cast<bool>(static_cast<int>(beats<WHICH>(x, found)) | static_cast<int>(is_nan(x))) ? x : found;
}

// The extreme of a and n elements that follow each other.
template <Extreme WHICH, class T>
T pick_along(T a, const T* x, int64_t n) {
  constexpr int kLanes = 32;  // so many that the compiler keeps the loop over them, and makes it one of vectors
  if (n >= kLanes) {
    T lanes[kLanes];
    for (int j = 0; j < kLanes; ++j) lanes[j] = a;
    for (; n >= kLanes; n -= kLanes, x += kLanes) {
      for (int j = 0; j < kLanes; ++j) lanes[j] = pick<WHICH>(lanes[j], x[j]);
    }
    for (T lane : lanes) a = pick<WHICH>(a, lane);
  }
  for (; n > 0; --n) a = pick<WHICH>(a, *x++);
  return a;
}

}  // namespace gleed::ops
