// check.cpp -- verifies a plan from the lifetimes alone, by a sweep over the instructions.
#include <algorithm>
#include <map>

#include "gleed/plan/family.h"

namespace gleed::plan {
namespace {

class Checker {
 public:
  Checker(const Problem& problem, const Families& families, const Plan& plan, Reason& reason)
      : problem_(problem), families_(families), plan_(plan), reason_(reason) {}

  Error check_arena(const Arena& arena) {
    std::vector<int32_t> order;
    uint64_t bytes = 0;
    for (size_t f = 0; f < families_.list.size(); ++f) {
      const Family& family = families_.list[f];
      if (family.arena != arena.id || family.bytes == 0) continue;
      order.push_back(static_cast<int32_t>(f));
      if (offset(order.back()) > arena.bytes || family.padded() > arena.bytes - offset(order.back()))
        return reason_.fail(Error::Internal,
                            {"buffer ", family.root, ": ", family.padded(), " bytes at ", offset(order.back()),
                             " end outside arena ", arena.id, " of ", arena.bytes, " bytes"});
      bytes = std::max(bytes, offset(order.back()) + family.padded());
    }
    if (bytes != arena.bytes)
      return reason_.fail(Error::Internal, {"arena ", arena.id, ": ", arena.bytes, " bytes, but ", bytes, " are used"});
    return sweep(order);
  }

  // Which families are written over another one, by the candidates the plan took.
  Error find_handovers() {
    over_.assign(families_.list.size(), -1);
    std::vector<bool> given(families_.list.size(), false);
    for (uint32_t index : plan_.taken) {
      if (index >= problem_.in_place.size())
        return reason_.fail(Error::Internal, {"in-place candidate ", index, ": there is no such candidate"});
      const InPlace& c = problem_.in_place[index];
      const int32_t to = families_.of[c.out];
      const int32_t from = families_.of[c.in];
      if (!may_take(problem_, families_, c) || over_[to] >= 0 || given[from] ||
          plan_.offsets[c.out] != plan_.offsets[c.in])
        return reason_.fail(Error::Internal, {"in-place candidate ", index, ": buffer ", c.out,
                                              " may not be written over buffer ", c.in});
      over_[to] = from;
      given[from] = true;
    }
    return Error::Ok;
  }

 private:
  uint64_t offset(int32_t f) const { return plan_.offsets[families_.list[f].root]; }

  // Keeps the live families by offset. They are disjoint, so a new one can only meet its two neighbours. One that is
  // written over another comes after all others of its instruction and takes the other's place.
  Error sweep(std::vector<int32_t>& order) {
    const auto& list = families_.list;
    std::vector<int32_t> ends = order;
    std::sort(ends.begin(), ends.end(), [&](int32_t a, int32_t b) { return list[a].last < list[b].last; });
    std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
      return list[a].first != list[b].first ? list[a].first < list[b].first : (over_[a] < 0) > (over_[b] < 0);
    });
    std::map<uint64_t, int32_t> live;
    size_t ended = 0;
    const auto end_life = [&](int32_t f) {
      const auto at = live.find(offset(f));
      if (at != live.end() && at->second == f) live.erase(at);
    };
    for (int32_t f : order) {
      while (list[ends[ended]].last < list[f].first) end_life(ends[ended++]);
      if (over_[f] >= 0) end_life(over_[f]);
      const auto above = live.lower_bound(offset(f));
      if (above != live.end() && above->first < offset(f) + list[f].padded()) return overlap(f, above->second);
      if (above != live.begin()) {
        const auto below = std::prev(above);
        if (below->first + list[below->second].padded() > offset(f)) return overlap(f, below->second);
      }
      live.emplace_hint(above, offset(f), f);
    }
    return Error::Ok;
  }

  Error overlap(int32_t a, int32_t b) {
    const Family& x = families_.list[a];
    const Family& y = families_.list[b];
    return reason_.fail(Error::Internal, {"buffers ", x.root, " and ", y.root, " are both live at instruction ",
                                          x.first, " and overlap in arena ", x.arena, ": ", x.padded(), " bytes at ",
                                          offset(a), ", ", y.padded(), " at ", offset(b)});
  }

  const Problem& problem_;
  const Families& families_;
  const Plan& plan_;
  Reason& reason_;
  std::vector<int32_t> over_;
};

Error check_places(const Problem& problem, const Families& families, const Plan& plan, Reason& reason) {
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer& b = problem.buffers[i];
    const Family& family = families.list[families.of[i]];
    if (family.bytes == 0) continue;
    if (b.bytes == 0) continue;
    if (plan.offsets[i] % b.alignment != 0)
      return reason.fail(Error::Internal,
                         {"buffer ", i, ": its offset ", plan.offsets[i], " is no multiple of ", b.alignment});
    if (b.alias_of >= 0 && plan.offsets[i] != plan.offsets[b.alias_of] + b.alias_offset)
      return reason.fail(Error::Internal, {"buffer ", i, ": a view at byte ", b.alias_offset, " of buffer ", b.alias_of,
                                           ", but placed elsewhere"});
    const auto arena = std::lower_bound(plan.arenas.begin(), plan.arenas.end(), b.arena,
                                        [](const Arena& a, uint32_t id) { return a.id < id; });
    if (arena == plan.arenas.end() || arena->id != b.arena)
      return reason.fail(Error::Internal, {"buffer ", i, ": its arena ", b.arena, " is not in the plan"});
  }
  return Error::Ok;
}

}  // namespace

Error check_plan(const Problem& problem, const Plan& plan, Reason& reason) {
  Families families;
  GLEED_TRY(find_families(problem, &families, reason));
  if (plan.offsets.size() != problem.buffers.size())
    return reason.fail(Error::Internal, {"a plan of ", plan.offsets.size(), " buffers for ", problem.buffers.size()});
  GLEED_TRY(check_places(problem, families, plan, reason));
  Checker checker(problem, families, plan, reason);
  GLEED_TRY(checker.find_handovers());
  for (const Arena& arena : plan.arenas) GLEED_TRY(checker.check_arena(arena));
  return Error::Ok;
}

}  // namespace gleed::plan
