// method_load_test.cpp -- loading a method: its memory, and each file that is valid as such and yet cannot run here.
#include "gleed/format/test_golden.h"
#include "gleed/runtime/test_programs.h"

namespace gleed {
namespace {

const Floats kFour = {1, 2, 3, 4};

std::string refused(const Sketch& s, Error expected) { return TestRun(s.file()).refused(expected); }

// out = x + state; state = out: what a method keeps.
Sketch sum_sketch() {
  Sketch s;
  const int32_t x = s.tensor({4}), kept = s.state({4}, bytes_of(kFour)), one = s.add(int64_t{1});
  s.op("aten::add.out", {x, kept, one, kept});
  s.m.inputs = {x};
  s.m.outputs = {kept};
  return s;
}

// --- memory ---

TEST_CASE("too little memory is refused with what it was for, at any size; enough is enough") {
  for (const char* name : {"", "kv_cache.pte", "cond.pte", "conv_bn_pool.pte"}) {
    CAPTURE(name);
    TestRun large(*name ? TestFile(golden(name)) : sum_sketch().file());
    Arena measured = Arena::heap();
    REQUIRE(large.method.load(large.program, "forward", measured, large.reason) == Error::Ok);
    const size_t needed = measured.bytes_used();
    std::vector<uint8_t> block(needed + kAlignment, 0xcc);  // what it holds before does not matter
    auto* start = block.data() + (kAlignment - reinterpret_cast<uintptr_t>(block.data()) % kAlignment) % kAlignment;
    for (size_t size = 0; size < needed; size += size < 600 ? 1 : 61) {
      Arena arena({start, size});
      Method method;
      Reason reason;
      const Error error = method.load(large.program, "forward", arena, reason);
      const std::string text = reason.text();
      const bool explained = error == Error::OutOfMemory && text.find("no room for ") != std::string::npos &&
                             text.find("method \"forward\"") == 0;
      if (!explained) FAIL("with " << size << " bytes: " << text);
    }
    Arena exact({start, needed});
    Method method;
    CHECK(method.load(large.program, "forward", exact, large.reason) == Error::Ok);
  }
}

TEST_CASE("the words say what there was no room for") {
  TestRun run(sum_sketch().file());
  alignas(kAlignment) uint8_t block[256];
  const auto refused_with = [&](size_t bytes) {
    Arena arena({block, bytes});
    Method method;
    CHECK(method.load(run.program, "forward", arena, run.reason) == Error::OutOfMemory);
    return run.text();
  };
  CHECK(refused_with(0) == "method \"forward\": no room for the table of arenas");
  CHECK(refused_with(100) == "method \"forward\": no room for arena 1 of 128 bytes");
  CHECK(refused_with(64 + 128) == "method \"forward\": no room for the value table");
}

TEST_CASE("the sizes of planned arenas can be asked for") {
  TestRun run(sum_sketch().file());
  CHECK(Method::arena_bytes(run.program, "forward", 1) == 128);
  CHECK(Method::arena_bytes(run.program, "forward", 0) == 0);
  CHECK(Method::arena_bytes(run.program, "forward", 2) == 0);
  CHECK(Method::arena_bytes(run.program, "other", 1) == 0);
}

TEST_CASE("arenas of the caller are used, and refused when they are too small") {
  alignas(kAlignment) uint8_t memory[128] = {};
  const Span<uint8_t> enough[] = {{memory, 128}}, little[] = {{memory, 127}}, null[] = {{nullptr, 0}};
  MethodOptions options;
  {
    TestRun run(sum_sketch().file());
    options.arenas = little;
    CHECK(run.load(options) == Error::OutOfMemory);
    CHECK(run.text() == "method \"forward\": arena 1 needs 128 bytes, was given 127");
  }
  {
    TestRun run(sum_sketch().file());
    options.arenas = enough;
    REQUIRE(run.load(options) == Error::Ok);
    REQUIRE(run.run({10, 10, 10, 10}) == Error::Ok);
    const auto* out = reinterpret_cast<const uint8_t*>(run.method.output(0).tensor->data);
    CHECK(out == memory + 64);
    CHECK(run.output() == Floats{11, 12, 13, 14});
    // What already lies in the input's place is taken from there.
    auto* x = reinterpret_cast<float*>(memory);
    for (int i = 0; i < 4; ++i) x[i] = 100;
    REQUIRE(run.method.set_input(0, TensorRef(x, {4}).tensor(), run.reason) == Error::Ok);
    REQUIRE(run.method.execute(run.reason) == Error::Ok);
    CHECK(run.output() == Floats{111, 112, 113, 114});
  }
  {
    TestRun run(sum_sketch().file());
    options.arenas = null;  // left to the load arena
    REQUIRE(run.load(options) == Error::Ok);
    CHECK(run.run({1, 1, 1, 1}) == Error::Ok);
  }
}

TEST_CASE("a tensor without a place in the file gets memory of its own") {
  Sketch s;
  const int32_t x = s.tensor({4}), y = s.add(Sketch::shape({4}));
  s.op("aten::neg.out", {x, y});
  s.m.inputs = {x};
  s.m.outputs = {y};
  TestRun run(s.file());
  REQUIRE(run.load() == Error::Ok);
  REQUIRE(run.run(kFour) == Error::Ok);
  CHECK(run.output() == Floats{-1, -2, -3, -4});
  Sketch input = neg_sketch({4});
  std::get<TensorData>(input.m.values[0]).place.reset();
  TestRun second(input.file());
  REQUIRE(second.load() == Error::Ok);
  REQUIRE(second.run(kFour) == Error::Ok);
  CHECK(second.output() == Floats{-1, -2, -3, -4});
}

TEST_CASE("an object loads one method") {
  TestRun run(neg_sketch({4}).file());
  REQUIRE(run.load() == Error::Ok);
  CHECK(run.load() == Error::BadState);
  CHECK(run.text() == "this object holds \"forward\" already; use another Method object");
  Method other;
  CHECK(other.load(run.program, "backward", run.arena, run.reason) == Error::NotFound);
  CHECK(run.text() == "no method \"backward\"; the program has \"forward\"");
  CHECK(other.load(run.program, "forward", run.arena, run.reason) == Error::Ok);  // no method was begun before
}

// --- operators ---

TEST_CASE("an operator that this build does not have") {
  Sketch s = neg_sketch({4});
  s.m.operators[0] = {"aten::negg", "out"};
  CHECK(refused(s, Error::MissingOp) ==
        "method \"forward\", instruction 0: no kernel for operator aten::negg.out in this build");
  s.m.operators[0] = {"my::op", ""};
  CHECK(refused(s, Error::MissingOp) ==
        "method \"forward\", instruction 0: no kernel for operator my::op in this build");
}

TEST_CASE("a dtype that the operator's kernel does not have") {
  Sketch s;
  const int32_t x = s.tensor({4}, DType::Bool), y = s.tensor({4}, DType::Bool);
  s.op("aten::neg.out", {x, y});
  CHECK(refused(s, Error::MissingOp) == "method \"forward\", instruction 0: no kernel of aten::neg.out for bool");
}

TEST_CASE("arguments that do not fit the schema") {
  Sketch few = neg_sketch({4});
  std::get<KernelCallData>(few.m.instructions[0]).args = {0};
  CHECK(refused(few, Error::BadFile) ==
        "method \"forward\", instruction 0: aten::neg.out takes 2 arguments, the file gives 1");
  Sketch many = neg_sketch({4});
  std::get<KernelCallData>(many.m.instructions[0]).args = {0, 1, 1, 1};
  CHECK(refused(many, Error::BadFile) ==
        "method \"forward\", instruction 0: aten::neg.out takes 2 arguments, the file gives 4");
  Sketch other = neg_sketch({4});
  std::get<KernelCallData>(other.m.instructions[0]).args = {0, 1, other.add(int64_t{1})};
  CHECK(refused(other, Error::BadFile) ==
        "method \"forward\", instruction 0: aten::neg.out, argument 2: value 2 is not what it returns");
  Sketch kind = neg_sketch({4});
  std::get<KernelCallData>(kind.m.instructions[0]).args = {kind.add(2.5), 1};
  CHECK(refused(kind, Error::BadFile) ==
        "method \"forward\", instruction 0: aten::neg.out, argument 0: value 2 is of the wrong kind");
  Sketch constant = neg_sketch({4});
  std::get<KernelCallData>(constant.m.instructions[0]).args = {0, constant.constant({4}, bytes_of(kFour))};
  CHECK(refused(constant, Error::BadFile) ==
        "method \"forward\", instruction 0: aten::neg.out, argument 1: would overwrite a constant");
  Sketch list;
  const int32_t x = list.tensor({4}), dim = list.add(int64_t{0}), out = list.tensor({8});
  list.op("aten::cat.out", {list.add(OptionalTensorListData{{x, -1}}), dim, out});
  CHECK(refused(list, Error::BadFile) ==
        "method \"forward\", instruction 0: aten::cat.out, argument 0: a list has no tensor where one is needed");
}

TEST_CASE("return values named again after the arguments are taken as such") {
  Sketch s = neg_sketch({4});
  std::get<KernelCallData>(s.m.instructions[0]).args = {0, 1, 1};
  TestRun run(s.file());
  REQUIRE(run.load() == Error::Ok);
  REQUIRE(run.run(kFour) == Error::Ok);
  CHECK(run.output() == Floats{-1, -2, -3, -4});
}

TEST_CASE("shapes that cannot change are checked while loading") {
  Sketch s;
  const int32_t x = s.tensor({4}), y = s.tensor({3});
  s.op("aten::neg.out", {x, y});
  CHECK(refused(s, Error::BadArgument) ==
        "method \"forward\", instruction 0 (aten::neg.out): output has the fixed size 3 in dimension 0, the result "
        "needs 4");
}

// --- values ---

TEST_CASE("tensors that are not for this runtime") {
  Sketch device = neg_sketch({4});
  std::get<TensorData>(device.m.values[1]).device_type = 1;
  CHECK(refused(device, Error::Unsupported) ==
        "method \"forward\", value 1: lies on another device; only the CPU is there");
  TestRun external(TestFile(golden("ptd_mlp.pte")));
  const std::string text = external.refused(Error::Unsupported);
  CHECK(text.find("comes from a separate data file; this build cannot load those yet") != std::string::npos);
  CHECK(text.find("method \"forward\", value ") == 0);
}

TEST_CASE("a backend that this build does not have") {
  TestRun run(TestFile(golden("xnn_fp32.pte")));
  CHECK(run.refused(Error::MissingBackend) ==
        "method \"forward\" needs the backend \"XnnpackBackend\", which this build does not have");
}

TEST_CASE("moves that change what a value is") {
  const auto moved = [](ValueData from, ValueData to) {
    Sketch s;
    const int32_t a = s.add(std::move(from)), b = s.add(std::move(to));
    s.m.instructions = {MoveData{a, b}};
    TestRun run(s.file());
    return run.load() == Error::Ok ? std::string("loads") : run.text();
  };
  const std::string kind = "method \"forward\", instruction 0: a move from value 0 to value 1 changes the kind";
  const std::string shape =
      "method \"forward\", instruction 0: a move from value 0 to value 1 changes the dtype or shape";
  CHECK(moved(int64_t{1}, 2.5) == "loads");
  CHECK(moved(NoneData{}, NoneData{}) == "loads");
  CHECK(moved(int64_t{1}, NoneData{}) == kind);
  CHECK(moved(Sketch::shape({4}), int64_t{1}) == kind);
  CHECK(moved(std::string("a"), std::string("b")) == kind);
  CHECK(moved(Sketch::shape({4}), Sketch::shape({4})) == "loads");
  CHECK(moved(Sketch::shape({4}), Sketch::shape({5})) == shape);
  CHECK(moved(Sketch::shape({4}), Sketch::shape({4, 1})) == shape);
  CHECK(moved(Sketch::shape({4}), Sketch::shape({4}, DType::Int32)) == shape);
}

TEST_CASE("a jump needs something that is true or false") {
  Sketch s;
  const int32_t x = s.tensor({4});
  s.m.instructions = {JumpFalseData{x, 0}};
  CHECK(refused(s, Error::BadFile) ==
        "method \"forward\", instruction 0: a jump's condition must be a bool or a bool tensor");
}

}  // namespace
}  // namespace gleed
