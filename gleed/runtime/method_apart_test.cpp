// method_apart_test.cpp -- programs whose operators write what they read: refused, unless the operator allows it.
#include "gleed/runtime/test_programs.h"

namespace gleed {
namespace {

const Floats kFour = {1, 2, 3, 4};

TEST_CASE("an output that is an input") {
  Sketch s;
  const int32_t x = s.tensor({2, 2}), y = s.tensor({2, 2});
  s.op("aten::mm.out", {x, y, x});
  CHECK(TestRun(s.file()).refused(Error::BadFile) ==
        "method \"forward\", instruction 0: aten::mm.out writes a tensor that it reads, or writes it twice; what is "
        "written must be a tensor of its own");
  std::get<KernelCallData>(s.m.instructions[0]).args = {x, x, y};  // both inputs may be one
  TestRun run(s.file());
  CHECK(run.load() == Error::Ok);
}

TEST_CASE("operators that go element by element may write what they read") {
  Sketch s;
  const int32_t x = s.tensor({4}), no = s.add(false), one = s.add(int64_t{1});
  s.op("aten::add.out", {x, x, one, x});
  s.op("aten::copy_", {x, x, no});
  s.m.inputs = {x};
  s.m.outputs = {x};
  TestRun run(s.file());
  REQUIRE(run.load() == Error::Ok);
  REQUIRE(run.run(kFour) == Error::Ok);
  CHECK(run.output() == Floats{2, 4, 6, 8});
}

TEST_CASE("a move that makes an output of an input is found when it has happened") {
  Sketch s;
  const int32_t x = s.dynamic({2, 2}), out = s.dynamic({2, 2});
  s.m.instructions = {MoveData{x, out}};
  s.op("aten::mm.out", {x, x, out});
  s.m.inputs = {x};
  s.m.outputs = {out};
  TestRun run(s.file());
  REQUIRE(run.load() == Error::Ok);
  REQUIRE(run.set(0, kFour, {2, 2}) == Error::Ok);
  CHECK(run.method.execute(run.reason) == Error::BadFile);
  CHECK(run.text() ==
        "method \"forward\", instruction 1 (aten::mm.out): the operator writes a tensor that it reads, or writes it "
        "twice; what is written must be a tensor of its own");
}

}  // namespace
}  // namespace gleed
