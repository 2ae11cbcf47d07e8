// plan_test.cpp -- the planner on cases small enough to know the answer, its errors, and the verifier.
#include "gleed/plan/plan.h"

#include <doctest/doctest.h>

#include <string>

#include "gleed/plan/test_net.h"

namespace gleed::plan {
namespace {

Buffer buffer(uint64_t bytes, int32_t first, int32_t last) {
  Buffer b;
  b.bytes = bytes;
  b.first = first;
  b.last = last;
  return b;
}

Buffer view(int32_t of, uint64_t offset, uint64_t bytes, int32_t first, int32_t last) {
  Buffer b = buffer(bytes, first, last);
  b.alias_of = of;
  b.alias_offset = offset;
  return b;
}

// Plans, and has the plan verified.
Plan planned(const Problem& problem) {
  Plan plan;
  Reason reason;
  const Error error = plan_memory(problem, &plan, reason);
  CHECK_MESSAGE(error == Error::Ok, reason.text());
  const Error checked = check_plan(problem, plan, reason);
  CHECK_MESSAGE(checked == Error::Ok, reason.text());
  return plan;
}

std::string planning_error(const Problem& problem) {
  Plan plan;
  Reason reason;
  CHECK(plan_memory(problem, &plan, reason) == Error::BadArgument);
  return reason.text();
}

std::string checking_error(const Problem& problem, const Plan& plan) {
  Reason reason;
  CHECK(check_plan(problem, plan, reason) == Error::Internal);
  return reason.text();
}

}  // namespace

TEST_CASE("plan: nothing to plan") {
  CHECK(planned({}).arenas.empty());
  Problem zero;
  zero.buffers = {buffer(0, 0, 0)};
  const Plan plan = planned(zero);
  CHECK(plan.arenas.size() == 1);
  CHECK(plan.arenas[0].bytes == 0);
  CHECK(plan.offsets[0] == 0);
  CHECK(describe(plan) == "arena 1: planned 0 B, lower bound 0 B (100.0 %), naive 0 B, empty, 0 in place\n");
}

TEST_CASE("plan: a chain takes its two largest neighbours") {
  Net net;
  int32_t x = net.input(100);
  for (uint64_t bytes : {200, 1000, 300, 1600, 32}) x = net.op(bytes, {x});
  net.output(x);
  const Plan plan = planned(net.finish());
  CHECK(plan.arenas[0].bytes == 304 + 1600);
  CHECK(plan.arenas[0].lower_bound == 304 + 1600);
  CHECK(plan.arenas[0].naive == 112 + 208 + 1008 + 304 + 1600 + 32);
}

TEST_CASE("plan: a diamond keeps the skipped branch") {
  Net net;
  const int32_t x = net.input(64);
  const int32_t a = net.op(64, {x});
  const int32_t left = net.op(64, {a});
  const int32_t right = net.op(64, {a});
  net.output(net.op(64, {left, right}));
  CHECK(planned(net.finish()).arenas[0].bytes == 3 * 64);
}

TEST_CASE("plan: a residual sum is written over one of its operands") {
  Net net;
  int32_t x = net.input(16);
  x = net.op(1024, {x});
  for (int block = 0; block < 8; ++block) x = net.map(1024, {x, net.op(1024, {net.op(1024, {x})})});
  net.output(net.op(16, {x}));
  const Problem problem = net.finish();
  const Plan plan = planned(problem);
  CHECK(plan.arenas[0].bytes == 3 * 1024);
  CHECK(plan.arenas[0].in_place_taken == 8);
  CHECK(plan.taken.size() == 8);
  for (uint32_t index : plan.taken)
    CHECK(plan.offsets[problem.in_place[index].out] == plan.offsets[problem.in_place[index].in]);
}

TEST_CASE("plan: a chain of activations is one storage") {
  Net net;
  int32_t x = net.op(4096, {net.input(16)});
  for (int i = 0; i < 5; ++i) x = net.map(4096, {x});
  net.output(x);
  const Plan plan = planned(net.finish());
  CHECK(plan.arenas[0].bytes == 4096 + 16);
  CHECK(plan.arenas[0].in_place_taken == 5);
}

TEST_CASE("plan: what must not be written over is not") {
  SUBCASE("another reader follows") {
    Net net;
    const int32_t a = net.op(64, {});
    const int32_t b = net.map(64, {a});
    net.output(net.op(64, {a, b}));
    CHECK(planned(net.finish()).taken.empty());
  }
  SUBCASE("a reader of a view follows") {
    Net net;
    const int32_t a = net.op(64, {});
    const int32_t half = net.view(a, 32, 32);
    const int32_t b = net.map(64, {a});
    net.output(net.op(64, {half, b}));
    CHECK(planned(net.finish()).taken.empty());
  }
  SUBCASE("an input of the method") {
    Net net;
    net.output(net.map(64, {net.input(64)}));
    CHECK(planned(net.finish()).taken.empty());
  }
  SUBCASE("a view of an input of the method") {
    Net net;
    const int32_t x = net.input(64);
    net.op(64, {});
    net.output(net.map(64, {net.view(x, 64)}));
    CHECK(planned(net.finish()).taken.empty());
  }
  SUBCASE("state") {
    Net net;
    net.output(net.map(64, {net.state(64)}));
    CHECK(planned(net.finish()).taken.empty());
  }
  SUBCASE("a smaller operand") {
    Net net;
    net.output(net.map(128, {net.op(64, {})}));
    CHECK(planned(net.finish()).taken.empty());
  }
  SUBCASE("an operand of another arena") {
    Problem problem;
    problem.instructions = 2;
    problem.buffers = {buffer(64, 0, 1), buffer(64, 1, 2)};
    problem.buffers[1].arena = 2;
    problem.in_place = {{1, 1, 0}};
    CHECK(planned(problem).taken.empty());
  }
  SUBCASE("a shifted view of it is the other operand") {
    Net net;
    const int32_t a = net.op(128, {});
    net.output(net.map(64, {net.view(a, 64, 0), net.view(a, 64, 16)}));
    CHECK(planned(net.finish()).taken.empty());
  }
  SUBCASE("two results of one instruction over one operand") {
    Problem problem;
    problem.instructions = 2;
    problem.buffers = {buffer(64, 0, 1), buffer(64, 1, 1), buffer(64, 1, 2)};
    problem.in_place = {{1, 1, 0}, {1, 2, 0}};
    CHECK(planned(problem).taken.size() == 1);
  }
}

TEST_CASE("plan: a smaller result stays in a larger storage only where that costs nothing") {
  SUBCASE("it would raise the peak") {
    Net net;
    const int32_t a = net.op(1024, {});
    const int32_t b = net.map(256, {a});
    const int32_t big = net.op(4096, {b});
    net.output(net.op(16, {big}));
    CHECK(planned(net.finish()).taken.empty());  // 4096 + 1024 would exceed 4096 + 256
  }
  SUBCASE("the peak is elsewhere") {
    Net net;
    const int32_t a = net.op(1024, {});
    const int32_t b = net.map(256, {a});
    net.output(net.op(16, {b}));
    const Plan plan = planned(net.finish());
    CHECK(plan.taken.size() == 1);
    CHECK(plan.arenas[0].bytes == 1024 + 16);
  }
}

TEST_CASE("plan: views keep their storage, at their offset") {
  Problem problem;
  problem.instructions = 10;
  problem.buffers = {buffer(256, 0, 1), view(0, 64, 128, 2, 3), view(1, 32, 32, 4, 8), buffer(256, 5, 9)};
  const Plan plan = planned(problem);
  CHECK(plan.offsets[1] == plan.offsets[0] + 64);
  CHECK(plan.offsets[2] == plan.offsets[0] + 96);
  CHECK(plan.arenas[0].bytes == 512);
  CHECK(plan.arenas[0].naive == 512);
}

TEST_CASE("plan: parts written inside their concatenation") {
  Problem problem;
  problem.instructions = 4;
  problem.buffers = {view(2, 0, 64, 0, 2), view(2, 64, 64, 1, 2), buffer(128, 2, 3), buffer(64, 0, 1)};
  const Plan plan = planned(problem);
  CHECK(plan.offsets[1] == plan.offsets[0] + 64);
  CHECK(plan.arenas[0].bytes == 128 + 64);  // the storage is live from the first part on
}

TEST_CASE("plan: state keeps its bytes, arenas are apart") {
  Net net;
  const int32_t keys = net.state(1000);
  int32_t x = net.input(64);
  for (int i = 0; i < 6; ++i) x = net.op(64, {x, keys});
  net.output(x);
  Problem problem = net.finish();
  CHECK(planned(problem).arenas[0].bytes == 1008 + 128);
  problem.buffers[keys].arena = 3;
  const Plan plan = planned(problem);
  CHECK(plan.arenas.size() == 2);
  CHECK(plan.arenas[0].id == 1);
  CHECK(plan.arenas[0].bytes == 128);
  CHECK(plan.arenas[1].id == 3);
  CHECK(plan.arenas[1].bytes == 1008);
}

TEST_CASE("plan: alignments differ") {
  Problem problem;
  problem.instructions = 3;
  problem.buffers = {buffer(1, 0, 3), buffer(100, 0, 3), buffer(10, 1, 2), buffer(7, 0, 1)};
  problem.buffers[0].alignment = 1;
  problem.buffers[1].alignment = 64;
  problem.buffers[2].alignment = 8;
  problem.buffers[3].alignment = 4;
  const Plan plan = planned(problem);
  CHECK(plan.offsets[1] % 64 == 0);
  CHECK(plan.arenas[0].lower_bound == 1 + 128 + 16 + 8);
  CHECK(plan.arenas[0].bytes <= 160);
}

TEST_CASE("plan: the report") {
  Plan plan;
  plan.arenas = {{1, 1204224, 1204224, 9812992, "greedy by size", 12}, {2, 1001, 1000, 2000, "skyline", 0}};
  CHECK(describe(plan) ==
        "arena 1: planned 1,204,224 B, lower bound 1,204,224 B (100.0 %), naive 9,812,992 B, greedy by size, 12 in "
        "place\n"
        "arena 2: planned 1,001 B, lower bound 1,000 B (100.1 %), naive 2,000 B, skyline, 0 in place\n");
}

TEST_CASE("plan: errors name the buffer") {
  Problem problem;
  problem.instructions = 9;
  problem.buffers = {buffer(64, 0, 1), buffer(64, 2, 5)};
  Buffer& b = problem.buffers[1];
  SUBCASE("too many") {
    problem.buffers.resize((1u << 22) + 1);
    CHECK(planning_error(problem) == "4194305 buffers are too many; at most 4194304 can be planned");
  }
  SUBCASE("alignment") {
    b.alignment = 24;
    CHECK(planning_error(problem) == "buffer 1: alignment 24 is not a power of two up to 1048576");
  }
  SUBCASE("inverted life") {
    b.last = 1;
    CHECK(planning_error(problem) == "buffer 1: its life ends at instruction 1, before it begins at 2");
  }
  SUBCASE("life outside the program") {
    b.last = 10;
    CHECK(planning_error(problem) == "buffer 1: lives from 2 to 10, outside -1 to 9");
  }
  SUBCASE("no such storage") {
    b.alias_of = 2;
    CHECK(planning_error(problem) == "buffer 1: a view of buffer 2, of 2 buffers");
  }
  SUBCASE("a view of itself") {
    b.alias_of = 1;
    CHECK(planning_error(problem) == "buffer 1: a view of itself, through its chain of views");
  }
  SUBCASE("a ring of views") {
    problem.buffers.push_back(view(1, 0, 64, 0, 1));
    problem.buffers[1].alias_of = 2;
    CHECK(planning_error(problem) == "buffer 1: a view of itself, through its chain of views");
  }
  SUBCASE("a view too far out") {
    problem.buffers.push_back(view(1, 32, 48, 3, 4));
    CHECK(planning_error(problem) ==
          "buffer 2: 48 bytes at 32 of buffer 1 reach outside the storage of buffer 1 (64 bytes)");
  }
  SUBCASE("a view whose offset wraps") {
    problem.buffers.push_back(view(1, UINT64_MAX - 15, 16, 3, 4));
    CHECK(planning_error(problem).find("buffer 2: 16 bytes at ") == 0);
  }
  SUBCASE("a view that is not aligned") {
    problem.buffers.push_back(view(1, 4, 8, 3, 4));
    CHECK(planning_error(problem) == "buffer 2: a view at byte 4 of buffer 1, which its alignment 16 does not divide");
  }
  SUBCASE("a view in another arena") {
    problem.buffers.push_back(view(1, 0, 8, 3, 4));
    problem.buffers[2].arena = 7;
    CHECK(planning_error(problem) == "buffer 2: in arena 7, but a view of buffer 1 in arena 1");
  }
  SUBCASE("a size that overflows") {
    b.bytes = UINT64_MAX - 3;
    CHECK(planning_error(problem) == "buffer 1: its size overflows");
  }
  SUBCASE("a sum that overflows") {
    problem.buffers[0].bytes = b.bytes = uint64_t{1} << 62;
    CHECK(planning_error(problem) == "buffer 1: the sum of all sizes up to it overflows");
  }
  SUBCASE("a candidate without a buffer") {
    problem.in_place = {{2, 1, -1}};
    CHECK(planning_error(problem) == "in-place candidate 0: buffer 1 over buffer -1, of 2 buffers");
  }
  SUBCASE("a candidate that reads the dead") {
    problem.in_place = {{2, 1, 0}};
    CHECK(planning_error(problem) == "in-place candidate 0: instruction 2 reads buffer 0 outside its life");
  }
  SUBCASE("a candidate that writes before the life of its result") {
    problem.in_place = {{1, 1, 0}};
    CHECK(planning_error(problem) == "in-place candidate 0: instruction 1 writes buffer 1 outside its life");
  }
  SUBCASE("a program of negative length") {
    problem.instructions = -1;
    problem.buffers.clear();
    CHECK(planning_error(problem) == "a program of -1 instructions");
  }
}

TEST_CASE("check: finds what is wrong with a plan") {
  Problem problem;
  problem.instructions = 4;
  problem.buffers = {buffer(64, 0, 1), buffer(64, 1, 2), view(1, 32, 32, 1, 3), buffer(64, 3, 4)};
  problem.in_place = {{3, 3, 2}, {1, 1, 0}};
  Plan plan;
  plan.offsets = {0, 64, 96, 0};
  plan.arenas = {{1, 128, 128, 192, "", 0}};
  Reason reason;
  CHECK(check_plan(problem, plan, reason) == Error::Ok);
  SUBCASE("too few offsets") {
    plan.offsets.pop_back();
    CHECK(checking_error(problem, plan) == "a plan of 3 buffers for 4");
  }
  SUBCASE("overlap") {
    plan.offsets[0] = 16;
    CHECK(checking_error(problem, plan) ==
          "buffers 1 and 0 are both live at instruction 1 and overlap in arena 1: 64 bytes at 64, 64 at 16");
  }
  SUBCASE("overlap through a view's life") {
    plan.offsets[3] = 48;
    CHECK(checking_error(problem, plan) ==
          "buffers 3 and 1 are both live at instruction 3 and overlap in arena 1: 64 bytes at 48, 64 at 64");
  }
  SUBCASE("alignment") {
    plan.offsets[0] = 4;
    CHECK(checking_error(problem, plan) == "buffer 0: its offset 4 is no multiple of 16");
  }
  SUBCASE("a view elsewhere") {
    plan.offsets[2] = 64;
    CHECK(checking_error(problem, plan) == "buffer 2: a view at byte 32 of buffer 1, but placed elsewhere");
  }
  SUBCASE("outside the arena") {
    plan.offsets[0] = 80;
    CHECK(checking_error(problem, plan) == "buffer 0: 64 bytes at 80 end outside arena 1 of 128 bytes");
  }
  SUBCASE("an arena larger than needed") {
    plan.arenas[0].bytes = 144;
    CHECK(checking_error(problem, plan) == "arena 1: 144 bytes, but 128 are used");
  }
  SUBCASE("no such arena") {
    plan.arenas[0].id = 2;
    CHECK(checking_error(problem, plan) == "buffer 0: its arena 1 is not in the plan");
  }
  SUBCASE("written over what is still read") {
    plan.offsets[3] = 64;
    plan.taken = {0};
    problem.buffers[2].last = 4;
    CHECK(checking_error(problem, plan) == "in-place candidate 0: buffer 3 may not be written over buffer 2");
  }
  SUBCASE("no such candidate") {
    plan.taken = {2};
    CHECK(checking_error(problem, plan) == "in-place candidate 2: there is no such candidate");
  }
  SUBCASE("taken, and so no overlap") {
    plan.offsets = {0, 0, 32, 64};
    CHECK(checking_error(problem, plan).find("buffers 1 and 0 are both live") == 0);
    plan.taken = {1};
    CHECK(check_plan(problem, plan, reason) == Error::Ok);
  }
}

}  // namespace gleed::plan
