// reuse.cpp -- chooses among the in-place candidates and unites the lifetimes of what shares a storage.
#include "gleed/plan/reuse.h"

#include <algorithm>

namespace gleed::plan {
namespace {

// Storages under construction. A storage is a chain of families, each written over the one before; it has the index
// of the first of them.
class Merger {
 public:
  explicit Merger(const ArenaProblem& arena)
      : arena_(arena),
        out_(separate(arena)),
        tail_(out_.of),
        next_(out_.of.size(), -1),
        live_(live_bytes(arena.items)) {}

  // Goes over the candidates by instruction, of each result at most one.
  void pass(Prefer prefer, bool same_bytes) {
    const auto& all = arena_.candidates;
    const uint64_t peak = live_.empty() ? 0 : *std::max_element(live_.begin(), live_.end());
    for (size_t i = 0, end = 0; i < all.size(); i = end) {
      size_t best = all.size();
      int choices = 0;
      for (end = i; end < all.size() && all[end].out == all[i].out; ++end) {
        if (!fits(all[end], same_bytes, peak)) continue;
        ++choices;
        if (best == all.size() || better(prefer, storage(all[end].in), storage(all[best].in))) best = end;
      }
      out_.had_choice |= choices > 1;
      if (best < all.size()) merge(all[best]);
    }
  }

  // Drops the indices that were merged away.
  Storages finish() {
    std::vector<int32_t> renamed(out_.items.size(), -1);
    std::vector<Item> kept;
    for (int32_t& s : out_.of) {
      if (renamed[s] < 0) {
        renamed[s] = static_cast<int32_t>(kept.size());
        kept.push_back(out_.items[s]);
      }
      s = renamed[s];
    }
    out_.items = std::move(kept);
    std::sort(out_.taken.begin(), out_.taken.end());
    return std::move(out_);
  }

 private:
  const Item& storage(int32_t family) const { return out_.items[out_.of[family]]; }

  static bool better(Prefer prefer, const Item& a, const Item& b) {
    return prefer == Prefer::OldestStorage ? a.first < b.first : a.first > b.first;
  }

  // Whether both sides are still as may_take() saw them, and the merge costs nothing.
  bool fits(const ArenaProblem::Candidate& c, bool same_bytes, uint64_t peak) const {
    const int32_t from = out_.of[c.in];
    const int32_t to = out_.of[c.out];
    if (tail_[from] != c.in || to != c.out) return false;
    const Item& a = out_.items[from];
    const Item& b = out_.items[to];
    const uint64_t at = out_.inside[c.in] + c.at;
    if (at % b.alignment != 0 || a.bytes % b.alignment != 0 || at + b.bytes > a.bytes) return false;
    if (a.bytes == b.bytes) return true;
    if (same_bytes) return false;
    for (int32_t t = b.first + 1; t <= b.last; ++t) {
      if (live_[t] + (a.bytes - b.bytes) > peak) return false;
    }
    return true;
  }

  void merge(const ArenaProblem::Candidate& c) {
    const int32_t from = out_.of[c.in];
    const int32_t to = out_.of[c.out];
    Item& a = out_.items[from];
    const Item& b = out_.items[to];
    live_[b.first] -= b.bytes;
    if (a.bytes != b.bytes) {
      for (int32_t t = b.first + 1; t <= b.last; ++t) live_[t] += a.bytes - b.bytes;
    }
    const uint64_t at = out_.inside[c.in] + c.at;
    for (int32_t f = c.out; f >= 0; f = next_[f]) {
      out_.of[f] = from;
      out_.inside[f] += at;
    }
    next_[c.in] = c.out;
    tail_[from] = tail_[to];
    a.last = b.last;
    a.alignment = std::max(a.alignment, b.alignment);
    out_.taken.push_back(c.index);
  }

  const ArenaProblem& arena_;
  Storages out_;
  std::vector<int32_t> tail_;  // storage -> its last family
  std::vector<int32_t> next_;  // family -> the one written over it
  std::vector<uint64_t> live_;
};

}  // namespace

ArenaProblem arena_problem(const Problem& problem, const Families& families, uint32_t arena) {
  ArenaProblem out;
  std::vector<int32_t> local(families.list.size(), -1);
  std::vector<int32_t> beginnings;
  for (size_t f = 0; f < families.list.size(); ++f) {
    const Family& family = families.list[f];
    if (family.arena != arena || family.bytes == 0) continue;
    local[f] = static_cast<int32_t>(out.families.size());
    out.families.push_back(static_cast<int32_t>(f));
    beginnings.push_back(family.first);
  }
  std::sort(beginnings.begin(), beginnings.end());
  beginnings.erase(std::unique(beginnings.begin(), beginnings.end()), beginnings.end());
  const auto beginnings_until = [&](int32_t time) {
    return static_cast<int32_t>(std::upper_bound(beginnings.begin(), beginnings.end(), time) - beginnings.begin());
  };
  for (int32_t f : out.families) {
    const Family& family = families.list[f];
    out.items.push_back(
        {family.padded(), family.alignment, beginnings_until(family.first) - 1, beginnings_until(family.last) - 1});
  }
  for (size_t i = 0; i < problem.in_place.size(); ++i) {
    const InPlace& c = problem.in_place[i];
    const int32_t to = local[families.of[c.out]];
    const int32_t from = local[families.of[c.in]];
    if (to < 0 || from < 0 || !may_take(problem, families, c)) continue;
    out.candidates.push_back({to, from, families.inside[c.in], static_cast<uint32_t>(i)});
  }
  // A result's beginning is its candidate's instruction.
  std::sort(out.candidates.begin(), out.candidates.end(), [&](const auto& a, const auto& b) {
    if (out.items[a.out].first != out.items[b.out].first) return out.items[a.out].first < out.items[b.out].first;
    return a.out != b.out ? a.out < b.out : a.index < b.index;
  });
  return out;
}

Storages separate(const ArenaProblem& arena) {
  Storages out;
  out.items = arena.items;
  out.inside.assign(arena.items.size(), 0);
  for (size_t i = 0; i < arena.items.size(); ++i) out.of.push_back(static_cast<int32_t>(i));
  return out;
}

Storages reuse_in_place(const ArenaProblem& arena, Prefer prefer) {
  Merger merger(arena);
  merger.pass(prefer, true);
  merger.pass(prefer, false);
  return merger.finish();
}

}  // namespace gleed::plan
