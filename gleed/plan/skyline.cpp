// skyline.cpp -- Placer::skyline: fills the lowest notch of the skyline with what fits it best.
#include <algorithm>

#include "gleed/plan/place.h"

namespace gleed::plan {
namespace {

// The skyline over time: height[t] is the end of the highest item at time t.
struct Notch {
  int32_t first, last;
};

// The leftmost lowest stretch of equal height.
Notch lowest_notch(const std::vector<uint64_t>& height) {
  const auto low = std::min_element(height.begin(), height.end());
  const auto end = std::find_if(low, height.end(), [&](uint64_t h) { return h != *low; });
  return {static_cast<int32_t>(low - height.begin()), static_cast<int32_t>(end - height.begin()) - 1};
}

// Raises the notch to the lower of its neighbours.
void level(std::vector<uint64_t>& height, Notch notch) {
  uint64_t to = UINT64_MAX;
  if (notch.first > 0) to = height[notch.first - 1];
  if (notch.last + 1 < static_cast<int32_t>(height.size())) to = std::min(to, height[notch.last + 1]);
  std::fill(height.begin() + notch.first, height.begin() + notch.last + 1, to);
}

}  // namespace

uint64_t Placer::skyline(uint64_t limit, std::vector<uint64_t>& offsets) {
  offsets = whole_offsets_;
  uint64_t top = base_;
  if (top > limit) return UINT64_MAX;
  std::vector<int32_t> left = rest_;
  const auto length = [&](int32_t i) { return items_[i].last - items_[i].first; };
  std::stable_sort(left.begin(), left.end(), [&](int32_t a, int32_t b) {
    return length(a) != length(b) ? length(a) > length(b) : items_[a].bytes > items_[b].bytes;
  });
  int32_t times = 0;
  for (const Item& item : items_) times = std::max(times, item.last + 1);
  std::vector<uint64_t> height(static_cast<size_t>(times), base_);
  while (!left.empty()) {
    const Notch notch = lowest_notch(height);
    const auto chosen = std::find_if(left.begin(), left.end(), [&](int32_t i) {
      return items_[i].first >= notch.first && items_[i].last <= notch.last;
    });
    steps_ += height.size() + left.size();
    if (chosen == left.end()) {
      level(height, notch);
      continue;
    }
    const Item& item = items_[*chosen];
    const uint64_t at = (height[notch.first] + item.alignment - 1) / item.alignment * item.alignment;
    if (at + item.bytes > limit) return UINT64_MAX;
    offsets[*chosen] = at;
    top = std::max(top, at + item.bytes);
    std::fill(height.begin() + item.first, height.begin() + item.last + 1, at + item.bytes);
    left.erase(chosen);
  }
  return top;
}

}  // namespace gleed::plan
