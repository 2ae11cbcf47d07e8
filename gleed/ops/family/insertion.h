// insertion.h -- sorting few items under a comparison that is no order, as floats have with nan. What comes out follows
// from the steps, which are those of std::sort for up to 16 items in the library that PyTorch is built with.
#pragma once
#include <cstdint>

namespace gleed::ops {

constexpr int64_t kFewItems = 16;

template <class E, class Less>
void insertion_sort(E* items, int64_t n, Less less) {
  for (int64_t i = 1; i < n; ++i) {
    const E item = items[i];
    const bool is_least = less(item, items[0]);
    int64_t at = i;
    for (; at > 0 && (is_least || less(item, items[at - 1])); --at) items[at] = items[at - 1];
    items[at] = item;
  }
}

}  // namespace gleed::ops
