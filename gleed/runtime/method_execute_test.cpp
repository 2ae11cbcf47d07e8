// method_execute_test.cpp -- running: errors with their place, loops, state, and instances that share nothing.
#include <thread>

#include "gleed/runtime/test_programs.h"

namespace gleed {
namespace {

const Floats kFour = {1, 2, 3, 4};

// out = state + x, kept in the state, which starts as 1, 2, 3, 4; a second state starts as zeros and counts runs.
Sketch state_sketch() {
  Sketch s;
  const int32_t x = s.tensor({4}), kept = s.state({4}, bytes_of(kFour)), zeros = s.tensor({4}), one = s.add(int64_t{1});
  s.op("aten::add.out", {kept, x, one, kept});
  s.op("aten::add.Scalar_out", {zeros, one, one, zeros});
  s.m.inputs = {x};
  s.m.outputs = {kept, zeros};
  return s;
}

struct Loaded : TestRun {
  explicit Loaded(const Sketch& s, const Catalogue& with = catalogue()) : TestRun(s.file(), with) {
    REQUIRE(load() == Error::Ok);
  }
};

// --- errors ---

TEST_CASE("a shape that does not fit is refused where it happens, and the method can go on") {
  Sketch s;
  const int32_t x = s.dynamic({4}), y = s.tensor({4}), z = s.dynamic({4}), one = s.add(int64_t{1}), n = s.dynamic({4});
  s.op("aten::neg.out", {x, n});
  s.op("aten::add.out", {n, y, one, z});
  s.m.inputs = {x, y};
  s.m.outputs = {z};
  Loaded run(s);
  const auto run_with = [&](size_t size) {
    REQUIRE(run.set(0, Floats(size, 1.f)) == Error::Ok);
    REQUIRE(run.set(1, kFour) == Error::Ok);
    return run.method.execute(run.reason);
  };
  CHECK(run_with(3) == Error::BadArgument);
  CHECK(
      run.text() ==
      "method \"forward\", instruction 1 (aten::add.out): sizes 3 and 4 in dimension 0 of the result do not broadcast");
  CHECK(run_with(4) == Error::Ok);
  CHECK(run.output() == Floats{0, 1, 2, 3});
  CHECK(run_with(1) == Error::Ok);
}

TEST_CASE("an index inside a tensor is checked at each run") {
  Sketch s;
  const Floats table = {1, 2, 3, 4};
  const int32_t weight = s.constant({2, 2}, bytes_of(table)), index = s.tensor({1}, DType::Int64),
                out = s.tensor({1, 2});
  s.op("aten::embedding.out", {weight, index, s.add(int64_t{-1}), s.add(false), s.add(false), out});
  s.m.inputs = {index};
  s.m.outputs = {out};
  Loaded look_up(s);
  for (const int64_t i : {0, 1, 2, -1}) {
    REQUIRE(look_up.method.set_input(0, TensorRef(&i, {1}).tensor(), look_up.reason) == Error::Ok);
    const bool inside = i == 0 || i == 1;
    CHECK((look_up.method.execute(look_up.reason) == Error::Ok) == inside);
    if (!inside) CHECK(look_up.text().find("method \"forward\", instruction 0 (aten::embedding.out): ") == 0);
  }
}

TEST_CASE("a tensor that gets its memory while running is not used before, nor left without") {
  Sketch early;
  const int32_t x = early.tensor({4}), y = early.tensor({4}), view = early.add(Sketch::shape({4}));
  const int32_t size = early.add(IntListData{{early.add(int64_t{4})}});
  early.op("aten::neg.out", {view, y});
  early.op("executorch_prim::et_view.default", {x, size, view});
  early.m.inputs = {x};
  early.m.outputs = {y};
  Loaded first(early);
  CHECK(first.run(kFour) == Error::BadState);
  CHECK(first.text() == "method \"forward\", instruction 0 (aten::neg.out): a tensor is used before it has memory");

  Sketch never = early;
  never.m.instructions = {JumpFalseData{never.add(false), 2}, early.m.instructions[1]};
  never.m.outputs = {view};
  Loaded second(never);
  CHECK(second.run(kFour) == Error::BadFile);
  CHECK(second.text() == "method \"forward\", output 0: no instruction gave it memory");

  Sketch right = early;
  std::swap(right.m.instructions[0], right.m.instructions[1]);
  Loaded third(right);
  REQUIRE(third.run(kFour) == Error::Ok);
  CHECK(third.output() == Floats{-1, -2, -3, -4});
}

TEST_CASE("a move cannot make a constant be overwritten") {
  Sketch s;
  const int32_t x = s.tensor({4}), c = s.constant({4}, bytes_of(kFour)), t = s.tensor({4});
  s.m.instructions = {MoveData{c, t}};
  s.op("aten::neg.out", {x, t});
  s.m.inputs = {x};
  s.m.outputs = {t};
  Loaded run(s);
  CHECK(run.run(kFour) == Error::BadFile);
  CHECK(run.text() == "method \"forward\", instruction 1 (aten::neg.out): a constant would be overwritten");
}

TEST_CASE("an endless loop ends") {
  Sketch s;
  s.m.instructions = {JumpFalseData{s.add(false), 0}};
  Loaded run(s);
  CHECK(run.method.execute(run.reason) == Error::BadFile);
  CHECK(run.text() == "method \"forward\": stopped after 10000000 instructions; the program loops");
}

// --- jumps and moves ---

TEST_CASE("a jump is taken when its condition is false; a tensor is true when all of it is") {
  for (const auto& flags : {std::vector<uint8_t>{1, 1}, {1, 0}, {0, 0}, {}}) {
    Sketch s;
    const int32_t condition = s.tensor({static_cast<int32_t>(flags.size())}, DType::Bool), y = s.add(int64_t{0});
    const int32_t one = s.add(int64_t{1});
    s.m.instructions = {JumpFalseData{condition, 2}, MoveData{one, y}};
    s.m.inputs = {condition};
    s.m.outputs = {y};
    Loaded run(s);
    const int32_t size = static_cast<int32_t>(flags.size());
    const TensorRef given(flags.data(), DType::Bool, {&size, 1});
    REQUIRE(run.method.set_input(0, given.tensor(), run.reason) == Error::Ok);
    REQUIRE(run.method.execute(run.reason) == Error::Ok);
    const bool all = flags != std::vector<uint8_t>{1, 0} && flags != std::vector<uint8_t>{0, 0};
    CHECK(run.method.output(0).as_int() == all);
  }
}

TEST_CASE("a loop counts, its counter is kept, and reset gives back its first value") {
  Sketch s;
  const int32_t i = s.add(int64_t{0}), one = s.add(int64_t{1}), three = s.add(int64_t{3}), done = s.add(false);
  s.op("executorch_prim::add.Scalar", {i, one, i});
  s.op("executorch_prim::ge.Scalar", {i, three, done});
  s.m.instructions.push_back(JumpFalseData{done, 0});
  s.m.outputs = {i};
  Loaded run(s);
  REQUIRE(run.method.execute(run.reason) == Error::Ok);
  CHECK(run.method.output(0).as_int() == 3);
  REQUIRE(run.method.execute(run.reason) == Error::Ok);
  CHECK(run.method.output(0).as_int() == 4);
  run.method.reset();
  REQUIRE(run.method.execute(run.reason) == Error::Ok);
  CHECK(run.method.output(0).as_int() == 3);
}

TEST_CASE("a moved tensor stands for its source until reset") {
  Sketch s;
  const int32_t x = s.tensor({4}), y = s.tensor({4}), z = s.tensor({4});
  s.op("aten::neg.out", {y, z});
  s.m.instructions.push_back(MoveData{x, y});
  s.m.inputs = {x};
  s.m.outputs = {z};
  Loaded run(s);
  REQUIRE(run.run(kFour) == Error::Ok);
  CHECK(run.output() == Floats(4, -0.f));
  REQUIRE(run.run(kFour) == Error::Ok);
  CHECK(run.output() == Floats{-1, -2, -3, -4});
  run.method.reset();
  REQUIRE(run.run(kFour) == Error::Ok);
  CHECK(run.output() == Floats(4, -0.f));
}

// --- state and instances ---

TEST_CASE("state is kept from run to run, and reset gives back what it began as") {
  Loaded run(state_sketch());
  for (int round = 0; round < 2; ++round) {
    for (float n = 1; n <= 3; ++n) {
      REQUIRE(run.run({10, 10, 10, 10}) == Error::Ok);
      CHECK(run.output(0) == Floats{1 + 10 * n, 2 + 10 * n, 3 + 10 * n, 4 + 10 * n});
      CHECK(run.output(1) == Floats(4, n));
    }
    run.method.reset();
  }
}

TEST_CASE("two instances of one program share no state") {
  TestRun run(state_sketch().file());
  Method a, b;
  REQUIRE(a.load(run.program, "forward", run.arena, run.reason) == Error::Ok);
  REQUIRE(b.load(run.program, "forward", run.arena, run.reason) == Error::Ok);
  const auto step = [&](Method& m, float x) {
    const float four[] = {x, x, x, x};
    REQUIRE(m.set_input(0, TensorRef(four, {4}).tensor(), run.reason) == Error::Ok);
    REQUIRE(m.execute(run.reason) == Error::Ok);
    return m.output(0).tensor->ptr<float>()[0];
  };
  CHECK(step(a, 10) == 11);
  CHECK(step(a, 10) == 21);
  CHECK(step(b, 5) == 6);
  a.reset();
  CHECK(step(b, 5) == 11);
  CHECK(step(a, 1) == 2);
}

TEST_CASE("instances run side by side on their threads") {
  TestRun run(state_sketch().file());
  constexpr int kThreads = 4;
  Method methods[kThreads];
  for (Method& m : methods) REQUIRE(m.load(run.program, "forward", run.arena, run.reason) == Error::Ok);
  float results[kThreads] = {};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const auto step = static_cast<float>(t);
      const float four[] = {step, step, step, step};
      Reason reason;
      for (int n = 0; n < 1000; ++n) {
        if (methods[t].set_input(0, TensorRef(four, {4}).tensor(), reason) != Error::Ok) return;
        if (methods[t].execute(reason) != Error::Ok) return;
      }
      results[t] = methods[t].output(0).tensor->ptr<float>()[3];
    });
  }
  for (std::thread& t : threads) t.join();
  for (int t = 0; t < kThreads; ++t) CHECK(results[t] == 4 + 1000 * static_cast<float>(t));
}

TEST_CASE("methods that never run at once may be given the same memory") {
  ProgramData data = neg_sketch({4}, false, "first").data();
  data.methods.push_back(neg_sketch({4}, false, "second").m);
  TestRun run(write_file(data));
  alignas(kAlignment) uint8_t memory[128] = {};
  const Span<uint8_t> arenas[] = {{memory, sizeof memory}};
  MethodOptions options;
  options.arenas = arenas;
  Method first, second;
  REQUIRE(first.load(run.program, "first", run.arena, run.reason, options) == Error::Ok);
  REQUIRE(second.load(run.program, "second", run.arena, run.reason, options) == Error::Ok);
  for (Method* m : {&first, &second, &first}) {
    REQUIRE(m->set_input(0, TensorRef(kFour.data(), {4}).tensor(), run.reason) == Error::Ok);
    REQUIRE(m->execute(run.reason) == Error::Ok);
    CHECK(m->output(0).tensor->ptr<float>()[3] == -4);
    CHECK(m->output(0).tensor->ptr<uint8_t>() == memory + 64);
  }
}

// --- what a kernel is promised ---

int rule_calls = 0;
const uint8_t* scratch_seen = nullptr;
size_t scratch_bytes_seen = 0;

Error half_out(Context& ctx, const Tensor& x, Tensor& out) {
  scratch_seen = ctx.scratch().data;
  scratch_bytes_seen = ctx.scratch().size;
  for (int64_t i = 0; i < x.numel(); ++i) out.ptr<float>()[i] = x.ptr<float>()[i] / 2;
  return Error::Ok;
}
Error counted(Context& ctx, Args args) {
  ++rule_calls;
  return shape::like<0>(ctx, args);
}
size_t scratch_of(Args args) { return 10 * static_cast<size_t>(args.tensor(0).numel()); }
constexpr OpDef kDefs[] = {def<half_out>("t::half.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)", counted,
                                         dtypes::bit(DType::Float32), kNone, scratch_of)};
constexpr OpFile kFile = {kDefs};
constexpr const OpFile* kFiles[] = {&kFile};
constexpr Catalogue kHalf = {kFiles, {}};

Sketch half_sketch(bool is_dynamic) {
  Sketch s = neg_sketch({4}, is_dynamic);
  s.m.operators[0] = {"t::half", "out"};
  return s;
}

TEST_CASE("a rule runs once for shapes that cannot change, each time for the others") {
  for (const bool is_dynamic : {false, true}) {
    rule_calls = 0;
    Loaded run(half_sketch(is_dynamic), kHalf);
    CHECK(rule_calls == (is_dynamic ? 0 : 1));
    for (int n = 0; n < 3; ++n) REQUIRE(run.run(kFour) == Error::Ok);
    CHECK(rule_calls == (is_dynamic ? 3 : 1));
    CHECK(run.output() == Floats{0.5, 1, 1.5, 2});
  }
}

TEST_CASE("scratch memory for the largest shape is there, aligned, and taken at load") {
  Loaded run(half_sketch(true), kHalf);
  const size_t used = run.arena.bytes_used();
  REQUIRE(run.run({1}) == Error::Ok);
  CHECK(scratch_bytes_seen == 40);
  CHECK(reinterpret_cast<uintptr_t>(scratch_seen) % kAlignment == 0);
  CHECK(run.arena.bytes_used() == used);
}

}  // namespace
}  // namespace gleed
