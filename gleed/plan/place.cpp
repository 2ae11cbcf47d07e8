// place.cpp -- the gap search behind all greedy strategies.
#include "gleed/plan/place.h"

#include <algorithm>

namespace gleed::plan {
namespace {

constexpr uint64_t kUnplaced = UINT64_MAX;
constexpr size_t kMeetingsMax = 4u << 20;  // entries of all lists: 16 MiB

uint64_t align_up(uint64_t offset, uint64_t alignment) { return (offset + alignment - 1) & ~(alignment - 1); }

}  // namespace

Placer::Placer(const std::vector<Item>& items) : items_(items) {
  stand_whole();
  find_meetings();
}

void Placer::stand_whole() {
  int32_t first = INT32_MAX;
  int32_t last = 0;
  for (const Item& item : items_) {
    first = std::min(first, item.first);
    last = std::max(last, item.last);
  }
  std::vector<int32_t> whole;
  for (size_t i = 0; i < items_.size(); ++i)
    (items_[i].first == first && items_[i].last == last ? whole : rest_).push_back(static_cast<int32_t>(i));
  // By falling alignment they stand without gaps.
  std::stable_sort(whole.begin(), whole.end(),
                   [&](int32_t a, int32_t b) { return items_[a].alignment > items_[b].alignment; });
  whole_offsets_.assign(items_.size(), kUnplaced);
  for (int32_t i : whole) {
    whole_offsets_[i] = base_;
    base_ += items_[i].bytes;
  }
}

void Placer::find_meetings() {
  std::vector<int32_t> order = rest_;
  std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return items_[a].first < items_[b].first; });
  std::vector<int32_t> live;
  const auto sweep = [&](auto&& meet) {
    live.clear();
    for (int32_t i : order) {
      live.erase(std::remove_if(live.begin(), live.end(), [&](int32_t j) { return items_[j].last < items_[i].first; }),
                 live.end());
      steps_ += live.size() + 1;
      for (int32_t j : live) {
        if (!meet(i, j)) return;
      }
      live.push_back(i);
    }
    has_lists_ = true;
  };
  begin_.assign(items_.size() + 1, 0);
  size_t total = 0;
  sweep([&](int32_t i, int32_t j) {
    ++begin_[i + 1];
    ++begin_[j + 1];
    return (total += 2) <= kMeetingsMax;
  });
  if (!has_lists_) return;
  for (size_t i = 0; i < items_.size(); ++i) begin_[i + 1] += begin_[i];
  meets_.resize(total);
  std::vector<size_t> next(begin_.begin(), begin_.end() - 1);
  sweep([&](int32_t i, int32_t j) {
    meets_[next[i]++] = j;
    meets_[next[j]++] = i;
    return true;
  });
}

// Where `item` goes between ranges_; kUnplaced when its end would exceed `limit`.
uint64_t Placer::gap(const Item& item, Fit fit, uint64_t limit) const {
  uint64_t floor = base_;
  uint64_t found = kUnplaced;
  uint64_t found_room = UINT64_MAX;
  for (const Range& range : ranges_) {
    const uint64_t at = align_up(floor, item.alignment);
    if (at + item.bytes <= range.begin && range.begin - floor < found_room) {
      found = at;
      found_room = range.begin - floor;
      if (fit == Fit::Lowest) break;
    }
    floor = std::max(floor, range.end);
  }
  if (found == kUnplaced) found = align_up(floor, item.alignment);
  return found + item.bytes <= limit ? found : kUnplaced;
}

uint64_t Placer::in_order(const std::vector<int32_t>& order, Fit fit, uint64_t limit, std::vector<uint64_t>& offsets) {
  offsets = whole_offsets_;
  steps_ += items_.size();
  uint64_t top = base_;
  if (top > limit) return UINT64_MAX;
  for (int32_t i : order) {
    ranges_.clear();
    for (const int32_t* j = meets_begin(i); j != meets_end(i); ++j) {
      if (offsets[*j] != kUnplaced) ranges_.push_back({offsets[*j], offsets[*j] + items_[*j].bytes, 0});
    }
    std::sort(ranges_.begin(), ranges_.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
    steps_ += static_cast<uint64_t>(meets_end(i) - meets_begin(i)) + 2 * ranges_.size() + 1;
    offsets[i] = gap(items_[i], fit, limit);
    if (offsets[i] == kUnplaced) return UINT64_MAX;
    top = std::max(top, offsets[i] + items_[i].bytes);
  }
  return top;
}

uint64_t Placer::by_first_use(uint64_t limit, std::vector<uint64_t>& offsets) {
  offsets = whole_offsets_;
  std::vector<int32_t> order = rest_;
  std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    return items_[a].first != items_[b].first ? items_[a].first < items_[b].first : items_[a].bytes > items_[b].bytes;
  });
  uint64_t top = base_;
  if (top > limit) return UINT64_MAX;
  ranges_.clear();  // of the live ones, always by offset
  for (int32_t i : order) {
    const Item& item = items_[i];
    ranges_.erase(
        std::remove_if(ranges_.begin(), ranges_.end(), [&](const Range& range) { return range.last < item.first; }),
        ranges_.end());
    steps_ += 2 * ranges_.size() + 1;
    const uint64_t at = gap(item, Fit::Lowest, limit);
    if (at == kUnplaced) return UINT64_MAX;
    offsets[i] = at;
    top = std::max(top, at + item.bytes);
    const Range range = {at, at + item.bytes, item.last};
    ranges_.insert(std::upper_bound(ranges_.begin(), ranges_.end(), range,
                                    [](const Range& a, const Range& b) { return a.begin < b.begin; }),
                   range);
  }
  return top;
}

}  // namespace gleed::plan
