// place.h -- lays items down one after the other, each in a gap between those already there; and the skyline.
#pragma once
#include <cstddef>
#include <vector>

#include "gleed/plan/pack.h"

namespace gleed::plan {

enum class Fit { Lowest, Tightest };  // which gap: the one at the lowest offset, or the smallest that holds the item

// Knows which items meet in time, so that placing one looks only at those.
class Placer {
 public:
  // Items live all the time stand at the bottom in any order, below all others, and are placed here.
  explicit Placer(const std::vector<Item>& items);

  // False when too many pairs meet for lists of them: then only `by_first_use` works.
  bool has_lists() const { return has_lists_; }
  // The items still to place, ascending.
  const std::vector<int32_t>& rest() const { return rest_; }

  // Each sets `offsets` (of all items) and returns the highest end, or UINT64_MAX as soon as it would exceed `limit`.
  uint64_t in_order(const std::vector<int32_t>& order, Fit fit, uint64_t limit, std::vector<uint64_t>& offsets);
  uint64_t by_first_use(uint64_t limit, std::vector<uint64_t>& offsets);
  // The best-fit heuristic of two-dimensional packing (Burke, Kendall, Whitwell 2004; for memory: Sekiyama, Imai et
  // al., "Profile-guided memory optimization for deep neural networks", 2018): fill the lowest notch of the skyline
  // with the item that covers the longest part of it; where none fits in, level the notch. Quadratic.
  uint64_t skyline(uint64_t limit, std::vector<uint64_t>& offsets);

  // The items that meet item i.
  const int32_t* meets_begin(int32_t i) const { return meets_.data() + begin_[i]; }
  const int32_t* meets_end(int32_t i) const { return meets_.data() + begin_[i + 1]; }

  uint64_t steps() const { return steps_; }

 private:
  struct Range {
    uint64_t begin, end;
    int32_t last;
  };
  void stand_whole();
  void find_meetings();
  uint64_t gap(const Item& item, Fit fit, uint64_t limit) const;

  const std::vector<Item>& items_;
  std::vector<int32_t> rest_;
  std::vector<uint64_t> whole_offsets_;  // UINT64_MAX: not placed
  uint64_t base_ = 0;                    // end of those live all the time
  bool has_lists_ = false;
  std::vector<size_t> begin_;
  std::vector<int32_t> meets_;
  std::vector<Range> ranges_;  // scratch: the placed items that meet the present one, by offset
  uint64_t steps_ = 0;
};

}  // namespace gleed::plan
