// delegate_test.cpp -- what a backend is given at load and at each call, and what happens when it refuses.
#include "gleed/runtime/test_programs.h"

namespace gleed {
namespace {

const Floats kFour = {1, 2, 3, 4};

// What the backend below was called with, and what it is to do.
struct Seen {
  int loads = 0, unloads = 0, calls = 0;
  std::string payload, method, named, missing;
  std::vector<std::string> specs;
  size_t args = 0;
  bool refuses_load = false, refuses_call = false;
  uintptr_t payload_at = 0;
};
Seen seen;

std::string text_of(Bytes b) { return {reinterpret_cast<const char*>(b.data), b.size}; }

// Multiplies its first argument by the option "factor" into the last one.
struct Times {
  float factor;
};

Error load(Context& ctx, const BackendLoad& load, void** instance) {
  ++seen.loads;
  seen.payload = text_of(load.payload);
  seen.payload_at = reinterpret_cast<uintptr_t>(load.payload.data);
  seen.method = load.method;
  seen.args = load.args.size;
  seen.named = text_of(load.named_data(load.named_data_self, "weights"));
  seen.missing = text_of(load.named_data(load.named_data_self, "nothing"));
  auto* times = static_cast<Times*>(load.arena.allocate(sizeof(Times)));
  if (!times) return ctx.fail(Error::OutOfMemory, {"no room"});
  for (const CompileSpec& spec : load.specs) {
    seen.specs.push_back(std::string(spec.key) + "=" + text_of(spec.value));
    if (std::string(spec.key) == "factor") times->factor = std::strtof(text_of(spec.value).c_str(), nullptr);
  }
  if (seen.refuses_load) return ctx.fail(Error::Unsupported, {"not today"});
  *instance = times;
  return Error::Ok;
}

Error execute(Context& ctx, void* instance, Span<Value* const> args) {
  ++seen.calls;
  if (seen.refuses_call) return ctx.fail(Error::Internal, {"the device is gone"});
  const Tensor& x = *args[0]->tensor;
  Tensor& out = *args[args.size - 1]->tensor;
  GLEED_TRY(resize_like(ctx, out, x));
  for (int64_t i = 0; i < x.numel(); ++i)
    out.ptr<float>()[i] = x.ptr<float>()[i] * static_cast<Times*>(instance)->factor;
  return Error::Ok;
}

void unload(void*) { ++seen.unloads; }

constexpr BackendDef kTimes = {"times", load, execute, unload}, kKeeps = {"keeps", load, execute, nullptr};
constexpr const BackendDef* kBackends[] = {&kTimes, &kKeeps};

const Catalogue& with_backends() {
  static const Catalogue all = {catalogue().op_files, kBackends};
  return all;
}

const uint8_t kPayload[] = {'p', 'a', 'y'}, kWeights[] = {'w'};

Sketch times_sketch(const char* backend = "times", bool is_dynamic = false) {
  Sketch s;
  const int32_t x = is_dynamic ? s.dynamic({4}) : s.tensor({4}), y = is_dynamic ? s.dynamic({4}) : s.tensor({4});
  s.delegate(backend, kPayload, {x, y}, {{"factor", "3"}, {"level", std::string("\0x", 2)}});
  s.named.push_back({"weights", kWeights, 1});
  s.m.inputs = {x};
  s.m.outputs = {y};
  return s;
}

struct Loaded : TestRun {
  explicit Loaded(TestFile f) : TestRun(std::move(f), with_backends()) {
    seen = Seen();
    REQUIRE(load() == Error::Ok);
  }
};

TEST_CASE("a backend is given payload, options, named data and the call's values") {
  Loaded run(times_sketch().file());
  CHECK(seen.payload == "pay");
  CHECK(seen.payload_at % 16 == 0);
  CHECK(seen.method == "forward");
  CHECK(seen.args == 2);
  CHECK(seen.specs == std::vector<std::string>{"factor=3", std::string("level=\0x", 8)});
  CHECK(seen.named == "w");
  CHECK(seen.missing.empty());
  REQUIRE(run.run(kFour) == Error::Ok);
  CHECK(run.output() == Floats{3, 6, 9, 12});
}

TEST_CASE("a payload may lie in the flatbuffer too") {
  WriteOptions options;
  options.inline_delegates = true;
  std::vector<uint8_t> bytes;
  Reason reason;
  REQUIRE(write_program(times_sketch().data(), options, &bytes, reason) == Error::Ok);
  Loaded run{TestFile(bytes)};
  CHECK(seen.payload == "pay");
  CHECK(seen.payload_at % 16 == 0);
  REQUIRE(run.run(kFour) == Error::Ok);
  CHECK(run.output() == Floats{3, 6, 9, 12});
}

TEST_CASE("sizes may change from call to call") {
  Loaded run(times_sketch("times", true).file());
  for (const size_t n : {4, 1, 0, 3}) {
    REQUIRE(run.run(Floats(n, 2.f)) == Error::Ok);
    CHECK(run.output() == Floats(n, 6.f));
  }
}

TEST_CASE("each instance is loaded and unloaded once") {
  {
    Loaded run(times_sketch().file());
    Method second;
    REQUIRE(second.load(run.program, "forward", run.arena, run.reason) == Error::Ok);
    CHECK(seen.loads == 2);
    CHECK(seen.unloads == 0);
  }
  CHECK(seen.unloads == 2);
  { Loaded run(times_sketch("keeps").file()); }  // has nothing to give back
  CHECK(seen.loads == 1);
  CHECK(seen.unloads == 0);
}

TEST_CASE("one delegate may be called twice, and several may be there") {
  Sketch s = times_sketch();
  const int32_t z = s.tensor({4}), last = s.tensor({4});
  s.m.instructions.push_back(DelegateCallData{0, {1, z}});
  s.delegate("keeps", kPayload, {z, last}, {{"factor", "-1"}});
  s.m.outputs = {last};
  Loaded run(s.file());
  CHECK(seen.loads == 2);
  REQUIRE(run.run(kFour) == Error::Ok);
  CHECK(seen.calls == 3);
  CHECK(run.output() == Floats{-9, -18, -27, -36});
}

TEST_CASE("a backend that refuses to load stops the method; those before it are unloaded") {
  Sketch s = times_sketch();
  s.delegate("missing", kPayload, {0, 1});
  {
    TestRun run(s.file(), with_backends());
    seen = Seen();
    CHECK(run.refused(Error::MissingBackend) ==
          "method \"forward\" needs the backend \"missing\", which this build does not have");
    CHECK(seen.loads == 0);  // known before anything is loaded
  }
  {
    TestRun run(times_sketch().file(), with_backends());
    seen = Seen();
    seen.refuses_load = true;
    CHECK(run.refused(Error::Unsupported) == "method \"forward\", delegate 0 (times): not today");
  }
  CHECK(seen.loads == 1);
  CHECK(seen.unloads == 0);  // it never was
  Sketch two = times_sketch();
  const int32_t z = two.tensor({3});
  two.delegate("times", kPayload, {1, z});
  two.op("aten::neg.out", {1, z});  // its shape is refused after both have been loaded
  {
    TestRun run(two.file(), with_backends());
    seen = Seen();
    CHECK(run.load() == Error::BadArgument);
    CHECK(seen.loads == 2);
  }
  CHECK(seen.unloads == 2);
}

TEST_CASE("a backend that fails while running says so with its place") {
  Loaded run(times_sketch().file());
  seen.refuses_call = true;
  CHECK(run.run(kFour) == Error::Internal);
  CHECK(run.text() == "method \"forward\", instruction 0 (backend \"times\"): the device is gone");
  seen.refuses_call = false;
  REQUIRE(run.run(kFour) == Error::Ok);
  CHECK(run.output() == Floats{3, 6, 9, 12});
}

}  // namespace
}  // namespace gleed
