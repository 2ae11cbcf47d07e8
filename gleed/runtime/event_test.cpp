// event_test.cpp -- what a listener hears: order, pairs, names, sizes; and nothing when it does not listen.
#include "gleed/runtime/event.h"

#include "gleed/devtools/cli/inputs.h"
#include "gleed/format/test_golden.h"
#include "gleed/runtime/test_programs.h"

namespace gleed {
namespace {

// Writes events down as lines of text.
struct Listener {
  std::vector<std::string> lines;
  std::vector<Event::Kind> open;  // begun and not ended
  bool pairs_fit = true;

  EventHook hook() { return {&Listener::on_event, this}; }

  static void on_event(void* self, const Event& e) { static_cast<Listener*>(self)->note(e); }

  void note(const Event& e) {
    static const char* const kNames[] = {"LoadBegin", "LoadEnd", "Arena",         "ExecuteBegin", "ExecuteEnd",
                                         "OpBegin",   "OpEnd",   "DelegateBegin", "DelegateEnd"};
    std::string line = kNames[static_cast<int>(e.kind)];
    if (e.kind >= Event::Kind::OpBegin || e.kind == Event::Kind::Arena) line += " " + std::to_string(e.index);
    if (e.kind == Event::Kind::OpBegin || e.kind == Event::Kind::OpEnd) {
      line += " " + std::string(e.name, e.bytes);
    } else if (e.name) {
      line += std::string(" ") + e.name;
    }
    if (e.kind == Event::Kind::Arena) line += ": " + std::to_string(e.bytes);
    lines.push_back(line);
    if (e.kind == Event::Kind::Arena) return;
    const bool begins = e.kind == Event::Kind::LoadBegin || e.kind == Event::Kind::ExecuteBegin ||
                        e.kind == Event::Kind::OpBegin || e.kind == Event::Kind::DelegateBegin;
    if (begins) {
      open.push_back(e.kind);
    } else {
      pairs_fit &= !open.empty() && static_cast<int>(open.back()) + 1 == static_cast<int>(e.kind);
      if (!open.empty()) open.pop_back();
    }
  }
  bool is_whole() const { return pairs_fit && open.empty(); }
  size_t count(const std::string& start) const {
    size_t n = 0;
    for (const std::string& line : lines) n += line.compare(0, start.size(), start) == 0;
    return n;
  }
};

using Lines = std::vector<std::string>;

Error pass_load(Context&, const BackendLoad&, void**) { return Error::Ok; }
Error pass_execute(Context&, void*, Span<Value* const>) { return Error::Ok; }
Error fail_execute(Context& ctx, void*, Span<Value* const>) { return ctx.fail(Error::Internal, {"broken"}); }
constexpr BackendDef kPass = {"pass", pass_load, pass_execute, nullptr},
                     kFail = {"fail", pass_load, fail_execute, nullptr};
constexpr const BackendDef* kBackends[] = {&kPass, &kFail};

// -x, a jump over nothing, a delegate, a move.
Sketch sketch(const char* backend) {
  Sketch s = neg_sketch({4});
  s.m.instructions.push_back(JumpFalseData{s.add(false), 2});
  s.delegate(backend, {}, {0, 1});
  s.m.instructions.push_back(MoveData{2, 2});
  return s;
}

struct Heard : TestRun {
  Listener listener;
  explicit Heard(const Sketch& s) : TestRun(s.file(), with_backends()) {}
  static const Catalogue& with_backends() {
    static const Catalogue all = {catalogue().op_files, kBackends};
    return all;
  }
  Error load_heard() {
    MethodOptions options;
    options.events = listener.hook();
    return load(options);
  }
};

TEST_CASE("loading, memory, each instruction and each delegate call, in order") {
  Heard run(sketch("pass"));
  REQUIRE(run.load_heard() == Error::Ok);
  CHECK(run.listener.lines == Lines{"LoadBegin forward", "Arena 1: 128", "Arena 0: 0", "LoadEnd forward"});
  run.listener.lines.clear();
  REQUIRE(run.set(0, {1, 2, 3, 4}) == Error::Ok);
  CHECK(run.listener.lines.empty());
  REQUIRE(run.method.execute(run.reason) == Error::Ok);
  CHECK(run.listener.lines == Lines{"ExecuteBegin forward", "OpBegin 0 aten::neg.out", "OpEnd 0 aten::neg.out",
                                    "DelegateBegin 2 pass", "DelegateEnd 2 pass", "ExecuteEnd forward"});
  CHECK(run.listener.is_whole());
}

TEST_CASE("what begins ends, on errors too") {
  Heard failing(sketch("fail"));
  REQUIRE(failing.load_heard() == Error::Ok);
  failing.listener.lines.clear();
  CHECK(failing.run({1, 2, 3, 4}) == Error::Internal);
  CHECK(failing.listener.lines == Lines{"ExecuteBegin forward", "OpBegin 0 aten::neg.out", "OpEnd 0 aten::neg.out",
                                        "DelegateBegin 2 fail", "DelegateEnd 2 fail", "ExecuteEnd forward"});
  CHECK(failing.listener.is_whole());

  Sketch wrong = neg_sketch({4});
  wrong.m.operators[0].name = "aten::nothing";
  Heard refused(wrong);
  CHECK(refused.load_heard() == Error::MissingOp);
  CHECK(refused.listener.lines == Lines{"LoadBegin forward", "Arena 1: 128", "LoadEnd forward"});

  Sketch endless;
  endless.m.instructions = {JumpFalseData{endless.add(false), 0}};
  Heard stopped(endless);
  REQUIRE(stopped.load_heard() == Error::Ok);
  CHECK(stopped.method.execute(stopped.reason) == Error::BadFile);
  CHECK(stopped.listener.is_whole());
}

TEST_CASE("nothing is told when nobody listens, or nothing runs") {
  Heard run(sketch("pass"));
  REQUIRE(run.load() == Error::Ok);  // without a hook
  REQUIRE(run.run({1, 2, 3, 4}) == Error::Ok);
  CHECK(run.listener.lines.empty());
  run.method.listen(run.listener.hook());
  CHECK(run.method.execute(run.reason) == Error::BadState);  // its input was not set
  CHECK(run.listener.lines.empty());
  REQUIRE(run.run({1, 2, 3, 4}) == Error::Ok);
  CHECK(run.listener.lines.size() == 6);
  run.method.listen({});
  REQUIRE(run.run({1, 2, 3, 4}) == Error::Ok);
  CHECK(run.listener.lines.size() == 6);
}

TEST_CASE("another listener takes over") {
  Heard run(sketch("pass"));
  Listener second;
  REQUIRE(run.load_heard() == Error::Ok);
  const size_t before = run.listener.lines.size();
  run.method.listen(second.hook());
  REQUIRE(run.run({1, 2, 3, 4}) == Error::Ok);
  CHECK(run.listener.lines.size() == before);
  CHECK(second.lines.size() == 6);
}

TEST_CASE("golden programs: arenas as planned, and one pair for each kernel call that ran") {
  int heard = 0;
  for (const std::string& name : golden_names()) {
    CAPTURE(name);
    TestRun run{TestFile(golden(name))};
    const char* method_name = run.program.method_name(0);
    Listener listener;
    MethodOptions options;
    options.events = listener.hook();
    if (run.load(options, method_name) != Error::Ok) {
      CHECK(listener.is_whole());
      continue;
    }
    cli::Inputs inputs;
    REQUIRE(inputs.make(run.method, {}, run.reason) == Error::Ok);
    REQUIRE(inputs.set(run.method, run.reason) == Error::Ok);
    REQUIRE(run.method.execute(run.reason) == Error::Ok);
    CHECK(listener.is_whole());
    ++heard;
    pte::ExecutionPlan plan;
    REQUIRE(run.program.find_plan(method_name, run.reason, &plan) == Error::Ok);
    size_t kernels = 0;
    bool jumps = false;
    for (const pte::Instruction i : plan.chains()[0].instructions()) {
      kernels += i.call() == pte::Call::Kernel;
      jumps |= i.call() == pte::Call::JumpFalse;
    }
    if (!jumps) CHECK(listener.count("OpBegin") == kernels);
    CHECK(listener.count("OpBegin") == listener.count("OpEnd"));
    const auto arenas = plan.non_const_buffer_sizes();
    CHECK(listener.count("Arena") == (arenas.size ? arenas.size : 1));
    for (uint32_t k = 1; k < arenas.size; ++k)
      CHECK(listener.count("Arena " + std::to_string(k) + ": " + std::to_string(arenas[k])) == 1);
  }
  CHECK(heard >= 20);
}

}  // namespace
}  // namespace gleed
