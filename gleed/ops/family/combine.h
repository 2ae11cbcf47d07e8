// combine.h -- two elements into one, as scatter and index_put do it: in the elements' own dtype.
#pragma once
#include "gleed/ops/family/gather_scatter.h"
#include "gleed/ops/family/stored.h"

namespace gleed::ops {

template <class T>
T combine_elements(Combine how, bool is_bool, T a, T b) {
  if (how == Combine::Set) return b;
  if constexpr (is_half<T>) {
    const auto x = static_cast<float>(a), y = static_cast<float>(b);
    switch (how) {
      case Combine::Add:
        return T(x + y);
      case Combine::Multiply:
        return T(x * y);
      case Combine::Max:
        return y > x || y != y ? b : a;
      default:
        return y < x || y != y ? b : a;
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    switch (how) {
      case Combine::Add:
        return a + b;
      case Combine::Multiply:
        return a * b;
      case Combine::Max:
        return b > a || b != b ? b : a;
      default:
        return b < a || b != b ? b : a;
    }
  } else {
    if (is_bool) {
      const bool any = how == Combine::Add || how == Combine::Max;
      return static_cast<T>(any ? (a != 0) | (b != 0) : (a != 0) & (b != 0));
    }
    switch (how) {  // integers wrap around
      case Combine::Add:
        return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
      case Combine::Multiply:
        return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
      case Combine::Max:
        return b > a ? b : a;
      default:
        return b < a ? b : a;
    }
  }
}

}  // namespace gleed::ops
