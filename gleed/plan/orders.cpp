// orders.cpp -- sorts items by the keys of each greedy strategy.
#include "gleed/plan/orders.h"

#include <algorithm>

namespace gleed::plan {
namespace {

// For each item the rank of the time it is live at where most bytes are live; rank 0 is the most of all. The minimum
// over a lifetime is read from a table of minima over stretches of 1, 2, 4, ... times.
std::vector<int32_t> breadth_ranks(const std::vector<Item>& items) {
  const std::vector<uint64_t> live = live_bytes(items);
  std::vector<int32_t> times(live.size());
  for (size_t t = 0; t < times.size(); ++t) times[t] = static_cast<int32_t>(t);
  std::stable_sort(times.begin(), times.end(), [&](int32_t a, int32_t b) { return live[a] > live[b]; });
  std::vector<std::vector<int32_t>> minima(1, std::vector<int32_t>(live.size()));
  for (size_t rank = 0; rank < times.size(); ++rank) minima[0][times[rank]] = static_cast<int32_t>(rank);
  for (size_t half = 1; 2 * half <= live.size(); half *= 2) {
    const std::vector<int32_t>& below = minima.back();
    std::vector<int32_t> row(live.size() - 2 * half + 1);
    for (size_t t = 0; t < row.size(); ++t) row[t] = std::min(below[t], below[t + half]);
    minima.push_back(std::move(row));
  }
  std::vector<int32_t> ranks;
  for (const Item& item : items) {
    size_t level = 0;
    while ((2 << level) <= item.last - item.first + 1) ++level;
    ranks.push_back(std::min(minima[level][item.first], minima[level][item.last + 1 - (1 << level)]));
  }
  return ranks;
}

}  // namespace

std::vector<int32_t> sorted(const std::vector<Item>& items, const std::vector<int32_t>& which, Order order) {
  std::vector<int32_t> out = which;
  const auto sort_falling = [&](auto&& key) {
    std::stable_sort(out.begin(), out.end(), [&](int32_t a, int32_t b) { return key(a) > key(b); });
  };
  const auto length = [&](int32_t i) { return items[i].last - items[i].first + 1; };
  if (order != Order::Size) sort_falling([&](int32_t i) { return items[i].bytes; });  // the tie of the others
  switch (order) {
    case Order::Size:
      sort_falling(length);
      sort_falling([&](int32_t i) { return items[i].bytes; });
      break;
    case Order::Breadth: {
      const std::vector<int32_t> ranks = breadth_ranks(items);
      sort_falling([&](int32_t i) { return -ranks[i]; });
      break;
    }
    case Order::Area:
      sort_falling([&](int32_t i) { return static_cast<double>(items[i].bytes) * length(i); });
      break;
    case Order::Duration:
      sort_falling(length);
      break;
    case Order::FirstUse:
      sort_falling([&](int32_t i) { return -items[i].first; });
      break;
    case Order::LastUse:
      sort_falling([&](int32_t i) { return items[i].last; });
      break;
  }
  return out;
}

}  // namespace gleed::plan
