// plan.cpp -- plans each arena: in-place reuse in several ways, each packed, the smallest kept.
#include "gleed/plan/plan.h"

#include <algorithm>

#include "gleed/plan/reuse.h"

namespace gleed::plan {
namespace {

uint64_t lower_bound(const std::vector<Item>& items) {
  const std::vector<uint64_t> live = live_bytes(items);
  return live.empty() ? 0 : *std::max_element(live.begin(), live.end());
}

void plan_arena(const Problem& problem, const Families& families, Arena& arena, Plan* plan) {
  const ArenaProblem part = arena_problem(problem, families, arena.id);
  for (const Item& item : part.items) arena.naive += item.bytes;

  // United lifetimes are longer, and so harder to pack: where they miss the bound, the other ways are tried too.
  Storages best = reuse_in_place(part, Prefer::OldestStorage);
  arena.lower_bound = lower_bound(best.items);
  Packing packing = pack(best.items, arena.lower_bound);
  uint64_t steps = packing.steps;
  const auto attempt = [&](Storages&& other) {
    const uint64_t bound = lower_bound(other.items);
    arena.lower_bound = std::min(arena.lower_bound, bound);
    if (bound >= packing.bytes) return;
    Packing trial = pack(other.items, bound);
    steps += trial.steps;
    if (trial.bytes >= packing.bytes) return;
    packing = std::move(trial);
    best = std::move(other);
  };
  if (packing.bytes > arena.lower_bound && best.had_choice) attempt(reuse_in_place(part, Prefer::YoungestStorage));
  if (packing.bytes > arena.lower_bound && !best.taken.empty()) attempt(separate(part));

  arena.bytes = part.items.empty() ? 0 : packing.bytes;
  arena.strategy = part.items.empty() ? "empty" : packing.strategy;
  arena.in_place_taken = static_cast<uint32_t>(best.taken.size());
  plan->taken.insert(plan->taken.end(), best.taken.begin(), best.taken.end());
  plan->steps += steps;
  for (size_t i = 0; i < part.families.size(); ++i) {
    const int32_t f = part.families[i];
    const uint64_t offset = packing.offsets[best.of[i]] + best.inside[i];
    for (int32_t m = families.begin[f]; m < families.begin[f + 1]; ++m) {
      const int32_t buffer = families.members[m];
      plan->offsets[buffer] = problem.buffers[buffer].bytes == 0 ? 0 : offset + families.inside[buffer];
    }
  }
}

std::string grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

// In tenths, rounded up: 100.0 % is said only of what meets the bound.
std::string percent(uint64_t part, uint64_t whole) {
  const double tenths = whole == 0 ? 1000 : 1000.0 * static_cast<double>(part) / static_cast<double>(whole);
  uint64_t rounded = static_cast<uint64_t>(tenths);
  if (part > whole && static_cast<double>(rounded) < tenths) ++rounded;
  return std::to_string(rounded / 10) + "." + std::to_string(rounded % 10) + " %";
}

}  // namespace

Error plan_memory(const Problem& problem, Plan* plan, Reason& reason) {
  Families families;
  GLEED_TRY(find_families(problem, &families, reason));
  *plan = Plan();
  plan->offsets.assign(problem.buffers.size(), 0);
  std::vector<uint32_t> ids;
  for (const Family& family : families.list) ids.push_back(family.arena);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  for (uint32_t id : ids) {
    Arena arena;
    arena.id = id;
    plan_arena(problem, families, arena, plan);
    plan->arenas.push_back(arena);
  }
  std::sort(plan->taken.begin(), plan->taken.end());
  return Error::Ok;
}

std::string describe(const Plan& plan) {
  std::string text;
  for (const Arena& arena : plan.arenas) {
    text += "arena " + std::to_string(arena.id) + ": planned " + grouped(arena.bytes) + " B, lower bound " +
            grouped(arena.lower_bound) + " B (" + percent(arena.bytes, arena.lower_bound) + "), naive " +
            grouped(arena.naive) + " B, " + arena.strategy + ", " + std::to_string(arena.in_place_taken) +
            " in place\n";
  }
  return text;
}

}  // namespace gleed::plan
