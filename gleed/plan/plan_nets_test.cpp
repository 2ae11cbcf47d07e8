// plan_nets_test.cpp -- the planner on nets like real ones, and on random problems against the exact answer.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "gleed/plan/test_nets.h"

namespace gleed::plan {

using namespace nets;

namespace {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2 + 1) {}
  uint64_t below(uint64_t count) {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    return (state_ >> 33) % count;
  }

 private:
  uint64_t state_;
};

Plan planned(const Problem& problem) {
  Plan plan;
  Reason reason;
  const Error error = plan_memory(problem, &plan, reason);
  CHECK_MESSAGE(error == Error::Ok, reason.text());
  const Error checked = check_plan(problem, plan, reason);
  CHECK_MESSAGE(checked == Error::Ok, reason.text());
  return plan;
}

// At most 2 % above the lower bound, at a bounded cost.
void check_tight(const char* name, const Problem& problem) {
  CAPTURE(name);
  const Plan plan = planned(problem);
  const uint64_t bound = plan.arenas[0].lower_bound;
  CHECK_MESSAGE(plan.arenas[0].bytes - bound <= bound / 50, describe(plan));
  CHECK(plan.steps < 20'000'000);
}

// Straight from the definition: no two storages share a byte at an instruction, but for candidates that were taken.
bool overlaps(const Problem& problem, const Plan& plan) {
  const size_t count = problem.buffers.size();
  std::vector<size_t> root(count);
  std::vector<Buffer> all = problem.buffers;
  for (size_t i = 0; i < count; ++i) {
    root[i] = i;
    while (all[root[i]].alias_of >= 0) root[i] = static_cast<size_t>(all[root[i]].alias_of);
    if (all[i].pinned_whole) all[i].first = -1, all[i].last = problem.instructions;
    Buffer& r = all[root[i]];
    r.first = std::min(r.first, all[i].first);
    r.last = std::max(r.last, all[i].last);
  }
  for (size_t a = 0; a < count; ++a) {
    for (size_t b = 0; b < count; ++b) {
      const Buffer& x = all[a];
      const Buffer& y = all[b];
      if (a == b || root[a] != a || root[b] != b || x.arena != y.arena || x.first > y.first) continue;
      if (x.last < y.first || plan.offsets[a] + x.bytes <= plan.offsets[b] ||
          plan.offsets[b] + y.bytes <= plan.offsets[a])
        continue;
      const bool taken = std::any_of(plan.taken.begin(), plan.taken.end(), [&](uint32_t index) {
        const InPlace& c = problem.in_place[index];
        return root[static_cast<size_t>(c.in)] == a && static_cast<size_t>(c.out) == b && x.last == c.instruction &&
               y.first == c.instruction;
      });
      if (!taken) return true;
    }
  }
  return false;
}

Problem random_problem(Random& random, uint64_t count) {
  Problem problem;
  problem.instructions = static_cast<int32_t>(count);
  for (uint64_t i = 0; i < count; ++i) {
    Buffer b;
    b.bytes = random.below(12) == 0 ? 0 : 1 + random.below(600);
    b.first = static_cast<int32_t>(random.below(count)) - 1;
    b.last = std::min<int32_t>(problem.instructions, b.first + static_cast<int32_t>(random.below(6)));
    b.alignment = 1u << random.below(7);
    b.arena = random.below(5) == 0 ? 2 : 1;
    b.pinned_whole = random.below(20) == 0;
    if (i > 0 && random.below(4) == 0) {
      const uint64_t of = random.below(i);
      const Buffer& storage = problem.buffers[of];
      b.alignment = 4;
      b.arena = storage.arena;
      b.bytes = storage.bytes / 2;
      b.alias_of = static_cast<int32_t>(of);
      b.alias_offset = random.below(2) == 0 ? 0 : storage.bytes / 2 / 4 * 4;
    }
    problem.buffers.push_back(b);
  }
  for (size_t out = 0; out < count; ++out) {
    for (size_t in = 0; in < count; ++in) {
      const Buffer& x = problem.buffers[in];
      const Buffer& y = problem.buffers[out];
      if (in != out && x.first <= y.first && x.last == y.first)
        problem.in_place.push_back({y.first, static_cast<int32_t>(out), static_cast<int32_t>(in)});
    }
  }
  return problem;
}

// The least bytes of all plans without in-place reuse: every optimal plan is found by placing each buffer as low as
// those before it allow, in some order.
uint64_t exact(const Problem& problem) {
  const auto& all = problem.buffers;
  std::vector<size_t> order(all.size());
  std::iota(order.begin(), order.end(), size_t{0});
  uint64_t least = UINT64_MAX;
  do {
    std::vector<uint64_t> offsets(all.size());
    uint64_t top = 0;
    for (size_t n = 0; n < order.size(); ++n) {
      const Buffer& b = all[order[n]];
      uint64_t at = 0;
      for (bool moved = true; moved;) {
        moved = false;
        for (size_t m = 0; m < n; ++m) {
          const Buffer& other = all[order[m]];
          const uint64_t begin = offsets[order[m]];
          if (b.first > other.last || other.first > b.last || at + b.bytes <= begin || begin + other.bytes <= at)
            continue;
          at = begin + other.bytes;
          moved = true;
        }
      }
      offsets[order[n]] = at;
      top = std::max(top, at + b.bytes);
    }
    least = std::min(least, top);
  } while (std::next_permutation(order.begin(), order.end()));
  return least;
}

}  // namespace

TEST_CASE("nets: within 2 % of the lower bound") {
  for (bool fused : {false, true}) {
    check_tight("mobilenetv2", mobilenet_v2(fused));
    check_tight("resnet18", resnet({2, 2, 2, 2}, false, fused));
    check_tight("resnet50", resnet({3, 4, 6, 3}, true, fused));
  }
  check_tight("densenet121", densenet({6, 12, 24, 16}));
  check_tight("densenet201", densenet({6, 12, 48, 32}));
  check_tight("u-net", u_net(5, 256));
  check_tight("u-net, deep", u_net(7, 512));
  check_tight("vit tiny", transformer(12, 197, 192, 3, false));
  check_tight("bert", transformer(12, 512, 768, 12, false));
  check_tight("gpt, one token", transformer(12, 1, 768, 12, true));
  check_tight("llama, a prompt", transformer(30, 128, 576, 9, true));
  check_tight("lstm", lstm(100, 256));
  check_tight("inception", inception(9));
  check_tight("feature pyramid", feature_pyramid());
  check_tight("high resolution net", high_resolution_net(8));
  for (uint64_t seed = 0; seed < 20; ++seed) check_tight("random cells", random_cells(12, seed));
}

TEST_CASE("nets: the same without in-place candidates") {
  const auto without = [](Problem problem) {
    problem.in_place.clear();
    return problem;
  };
  check_tight("mobilenetv2", without(mobilenet_v2(false)));
  check_tight("resnet50", without(resnet({3, 4, 6, 3}, true, false)));
  check_tight("densenet121", without(densenet({6, 12, 24, 16})));
  check_tight("u-net", without(u_net(5, 256)));
  check_tight("vit tiny", without(transformer(12, 197, 192, 3, false)));
  check_tight("lstm", without(lstm(100, 256)));
  check_tight("inception", without(inception(9)));
  check_tight("high resolution net", without(high_resolution_net(8)));
  for (uint64_t seed = 0; seed < 20; ++seed) check_tight("random cells", without(random_cells(12, seed)));
}

TEST_CASE("nets: a plan is the same each time") {
  const Problem problem = random_cells(12, 5);
  CHECK(planned(problem).offsets == planned(problem).offsets);
}

TEST_CASE("nets: ten thousand buffers cost ten times a thousand") {
  const auto chain = [](int count) {
    Net net;
    int32_t x = net.input(64);
    for (int i = 1; i < count; ++i) x = net.op(64 + static_cast<uint64_t>(i) * 37 % 512 * 16, {x});
    net.output(x);
    return net.finish();
  };
  const uint64_t thousand = planned(chain(1000)).steps;
  const uint64_t ten_thousand = planned(chain(10000)).steps;
  CHECK(ten_thousand < 12 * thousand);
  CHECK(ten_thousand < 1'000'000);
  check_tight("cells", random_cells(400, 1));
}

TEST_CASE("nets: all live at once is still bounded") {
  Problem problem;
  problem.instructions = 6000;
  for (int32_t i = 0; i < 6000; ++i) {
    Buffer b;
    b.bytes = 16 + static_cast<uint64_t>(i) % 7 * 16;
    b.first = i / 2;
    b.last = 3000 + i / 2;
    problem.buffers.push_back(b);
  }
  const Plan plan = planned(problem);
  CHECK(plan.arenas[0].bytes < plan.arenas[0].lower_bound * 11 / 10);
  CHECK(plan.steps < 60'000'000);
}

TEST_CASE("random: every plan holds, and the verifier agrees with the definition") {
  Random random(1);
  int broken = 0;
  int whole = 0;
  for (int round = 0; round < 2000; ++round) {
    const Problem problem = random_problem(random, 2 + random.below(40));
    Plan plan = planned(problem);
    REQUIRE(!overlaps(problem, plan));
    for (const Arena& arena : plan.arenas) REQUIRE(arena.bytes >= arena.lower_bound);
    // Move one storage that has no views, within the arena: often into another.
    const size_t moved = random.below(problem.buffers.size());
    const Buffer& b = problem.buffers[moved];
    const bool has_views = std::any_of(problem.buffers.begin(), problem.buffers.end(), [&](const Buffer& other) {
      return other.alias_of == static_cast<int32_t>(moved);
    });
    const bool taken = std::any_of(plan.taken.begin(), plan.taken.end(), [&](uint32_t index) {
      const InPlace& c = problem.in_place[index];
      return c.in == static_cast<int32_t>(moved) || c.out == static_cast<int32_t>(moved);
    });
    if (b.alias_of >= 0 || has_views || taken || b.bytes == 0) continue;
    uint64_t& bytes = plan.arenas[b.arena == plan.arenas[0].id ? 0 : 1].bytes;
    plan.offsets[moved] = random.below(bytes) / b.alignment * b.alignment;
    const uint64_t padded = (b.bytes + b.alignment - 1) / b.alignment * b.alignment;
    if (plan.offsets[moved] + padded > bytes) continue;
    Reason reason;
    const bool found = check_plan(problem, plan, reason) != Error::Ok;
    if (overlaps(problem, plan)) {
      CHECK(found);
      ++broken;
    } else {
      whole += !found;
    }
  }
  CHECK(broken > 100);
  CHECK(whole > 100);
}

TEST_CASE("random: tiny problems are planned exactly") {
  Random random(2);
  for (int round = 0; round < 600; ++round) {
    Problem problem;
    problem.instructions = 8;
    const uint64_t count = 1 + random.below(7);
    for (uint64_t i = 0; i < count; ++i) {
      Buffer b;
      b.bytes = 16 * (1 + random.below(20));
      b.first = static_cast<int32_t>(random.below(8));
      b.last = std::min<int32_t>(8, b.first + static_cast<int32_t>(random.below(5)));
      problem.buffers.push_back(b);
    }
    REQUIRE(planned(problem).arenas[0].bytes == exact(problem));
    for (int32_t out = 0; out < static_cast<int32_t>(count); ++out) {
      for (int32_t in = 0; in < static_cast<int32_t>(count); ++in) {
        const Buffer& x = problem.buffers[static_cast<size_t>(in)];
        if (x.last == problem.buffers[static_cast<size_t>(out)].first) problem.in_place.push_back({x.last, out, in});
      }
    }
    REQUIRE(planned(problem).arenas[0].bytes <= exact(problem));
  }
}

}  // namespace gleed::plan
