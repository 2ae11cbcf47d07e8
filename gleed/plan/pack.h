// pack.h -- places rectangles (bytes by lifetime) in as low a strip as possible: dynamic storage allocation.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gleed::plan {

// Live at `first` to `last`, both inclusive and from 0; bytes is a multiple of the alignment.
struct Item {
  uint64_t bytes = 0;
  uint32_t alignment = 1;
  int32_t first = 0;
  int32_t last = 0;

  bool meets(const Item& other) const { return first <= other.last && other.first <= last; }
};

struct Packing {
  std::vector<uint64_t> offsets;  // of each item
  uint64_t bytes = UINT64_MAX;    // highest end
  const char* strategy = "";
  uint64_t steps = 0;
};

// Sum of live bytes at each time; the largest is what no packing can go below.
std::vector<uint64_t> live_bytes(const std::vector<Item>& items);

// Packs `items`. Stops at the first packing of at most `goal` bytes; else returns the best it found.
Packing pack(const std::vector<Item>& items, uint64_t goal);

}  // namespace gleed::plan
