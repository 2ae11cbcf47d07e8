// pack.cpp -- tries the strategies one after the other, then searches from the best of them.
#include "gleed/plan/pack.h"

#include <algorithm>
#include <cstddef>

#include "gleed/plan/orders.h"
#include "gleed/plan/place.h"

namespace gleed::plan {
namespace {

constexpr uint64_t kGreedySteps = 12'000'000;    // no further strategy begins after so many
constexpr uint64_t kSearchSteps = 10'000;        // for each item
constexpr uint64_t kSearchStepsMax = 6'000'000;  // some 10 ms
constexpr size_t kSkylineItemsMax = 1000;

struct Strategy {
  const char* name;
  Order order;
  Fit fit;
};

constexpr Strategy kStrategies[] = {
    {"greedy by size", Order::Size, Fit::Lowest},
    {"greedy by breadth", Order::Breadth, Fit::Lowest},
    {"greedy by area", Order::Area, Fit::Lowest},
    {"greedy by duration", Order::Duration, Fit::Lowest},
    {"greedy by first use", Order::FirstUse, Fit::Lowest},
    {"greedy by last use", Order::LastUse, Fit::Lowest},
    {"greedy by size, tightest gap", Order::Size, Fit::Tightest},
    {"greedy by breadth, tightest gap", Order::Breadth, Fit::Tightest},
    {"greedy by area, tightest gap", Order::Area, Fit::Tightest},
    {"greedy by first use, tightest gap", Order::FirstUse, Fit::Tightest},
};

// A small generator (xorshift64*), so that a plan is the same with every C++ library.
class Random {
 public:
  // From 0 to below `count`, which is not 0.
  size_t below(size_t count) {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<size_t>((state_ * 0x2545f4914f6cdd1dull >> 32) % count);
  }

 private:
  uint64_t state_ = 0x9e3779b97f4a7c15ull;
};

class Packer {
 public:
  Packer(const std::vector<Item>& items, uint64_t goal) : items_(items), goal_(goal), placer_(items) {}

  Packing run() {
    if (!placer_.has_lists()) {
      take(placer_.by_first_use(UINT64_MAX, trial_), "greedy by first use");
    } else {
      try_strategies();
      if (best_.bytes > goal_) search();
    }
    best_.steps = placer_.steps();
    return std::move(best_);
  }

 private:
  // True when the goal is met.
  bool take(uint64_t bytes, const char* strategy) {
    if (bytes < best_.bytes) {
      best_.bytes = bytes;
      best_.strategy = strategy;
      best_.offsets = trial_;
    }
    return best_.bytes <= goal_;
  }

  void try_strategies() {
    for (const Strategy& strategy : kStrategies) {
      if (best_.bytes != UINT64_MAX && placer_.steps() > kGreedySteps) return;
      const std::vector<int32_t> order = sorted(items_, placer_.rest(), strategy.order);
      if (take(placer_.in_order(order, strategy.fit, best_.bytes - 1, trial_), strategy.name)) return;
    }
    if (placer_.rest().size() <= kSkylineItemsMax) take(placer_.skyline(best_.bytes - 1, trial_), "skyline");
  }

  // Walks through orders of placing: what reaches the top goes in front of one of those it stands above, or anywhere
  // earlier; a step is kept if the top does not rise. The walk starts again from the best after a long time without
  // gain.
  void search() {
    constexpr int kPatience = 400;
    const uint64_t end = placer_.steps() + std::min(kSearchStepsMax, kSearchSteps * placer_.rest().size());
    std::vector<int32_t> best_order = by_offset(best_.offsets);
    std::vector<int32_t> order = best_order;
    std::vector<uint64_t> now = best_.offsets;
    uint64_t now_bytes = best_.bytes;
    std::vector<int32_t> next;
    for (int idle = 0; placer_.steps() < end; ++idle) {
      if (idle > kPatience) {
        idle = 0;
        order = best_order;
        now = best_.offsets;
        now_bytes = best_.bytes;
        for (int swaps = 0; swaps < 3; ++swaps)
          std::swap(order[random_.below(order.size())], order[random_.below(order.size())]);
        now_bytes = placer_.in_order(order, Fit::Lowest, UINT64_MAX, now);
      }
      next = order;
      if (!move_top(next, now, now_bytes)) return;
      const uint64_t bytes = placer_.in_order(next, Fit::Lowest, now_bytes, trial_);
      if (bytes == UINT64_MAX) continue;
      const bool better = bytes < best_.bytes;
      if (take(bytes, "local search")) return;
      if (better) {
        best_order = next;
        idle = 0;
      }
      order.swap(next);
      now.swap(trial_);
      now_bytes = bytes;
    }
  }

  // An order that gives a packing at least as good as `offsets`.
  std::vector<int32_t> by_offset(const std::vector<uint64_t>& offsets) const {
    std::vector<int32_t> order = placer_.rest();
    std::stable_sort(order.begin(), order.end(), [&](int32_t a, int32_t b) { return offsets[a] < offsets[b]; });
    return order;
  }

  // False when what reaches the top is live all the time.
  bool move_top(std::vector<int32_t>& order, const std::vector<uint64_t>& offsets, uint64_t top) {
    tops_.clear();
    for (size_t p = 0; p < order.size(); ++p) {
      if (offsets[order[p]] + items_[order[p]].bytes == top) tops_.push_back(p);
    }
    if (tops_.empty()) return false;
    const size_t from = tops_[random_.below(tops_.size())];
    size_t to = random_.below(from + 1);
    const int32_t item = order[from];
    const size_t meets = static_cast<size_t>(placer_.meets_end(item) - placer_.meets_begin(item));
    if (meets > 0 && random_.below(2) == 0) {
      const int32_t before = placer_.meets_begin(item)[random_.below(meets)];
      to = std::min(from, static_cast<size_t>(std::find(order.begin(), order.end(), before) - order.begin()));
    }
    std::rotate(order.begin() + static_cast<std::ptrdiff_t>(to), order.begin() + static_cast<std::ptrdiff_t>(from),
                order.begin() + static_cast<std::ptrdiff_t>(from) + 1);
    return true;
  }

  const std::vector<Item>& items_;
  const uint64_t goal_;
  Placer placer_;
  Packing best_;
  std::vector<uint64_t> trial_;
  std::vector<size_t> tops_;
  Random random_;
};

}  // namespace

std::vector<uint64_t> live_bytes(const std::vector<Item>& items) {
  int32_t times = 0;
  for (const Item& item : items) times = std::max(times, item.last + 1);
  std::vector<uint64_t> live(static_cast<size_t>(times) + 1, 0);
  for (const Item& item : items) {
    live[item.first] += item.bytes;
    live[item.last + 1] -= item.bytes;  // wraps; the sums do not
  }
  for (int32_t t = 1; t < times; ++t) live[t] += live[t - 1];
  live.pop_back();
  return live;
}

Packing pack(const std::vector<Item>& items, uint64_t goal) { return Packer(items, goal).run(); }

}  // namespace gleed::plan
