// program_test.cpp -- opening programs: what is read and when, and what each broken file says.
#include "gleed/runtime/program.h"

#include "gleed/format/test_golden.h"
#include "gleed/format/test_recipe.h"
#include "gleed/platform/posix/file_loaders.h"
#include "gleed/platform/posix/test_files.h"
#include "gleed/runtime/test_programs.h"

namespace gleed {
namespace {

// The words with which `bytes` are refused.
std::string refused(const std::vector<uint8_t>& bytes) {
  const TestFile file(bytes);
  MemoryLoader loader(file.bytes());
  Arena arena = Arena::heap();
  Program program;
  Reason reason;
  CHECK(program.load(loader, arena, reason) == Error::BadFile);
  return reason.text();
}

TEST_CASE("methods by number and name") {
  TestRun run(TestFile(golden("multi_method.pte")));
  const size_t count = run.program.method_count();
  REQUIRE(count == 5);
  for (size_t i = 0; i < count; ++i) {
    pte::ExecutionPlan plan;
    CHECK(run.program.find_plan(run.program.method_name(i), run.reason, &plan) == Error::Ok);
    CHECK(std::string(plan.name().c_str()) == run.program.method_name(i));
  }
  pte::ExecutionPlan plan;
  CHECK(run.program.find_plan("nothing", run.reason, &plan) == Error::NotFound);
  std::string expected = "no method \"nothing\"; the program has ";
  for (size_t i = 0; i < count; ++i) expected += std::string(i ? ", " : "") + "\"" + run.program.method_name(i) + "\"";
  CHECK(run.text() == expected);
  CHECK(&run.program.catalogue() == &catalogue());
}

TEST_CASE("what is no program") {
  CHECK(refused({}).find("only 0 bytes") != std::string::npos);
  CHECK(refused(std::vector<uint8_t>(200)).find("not a PTE program") == 0);
  auto other = golden("mlp.pte");
  other[6] = '9';
  CHECK(refused(other).find("program version \"ET92\" is not supported") == 0);
}

TEST_CASE("a file cut short anywhere is refused, by each loader") {
  const auto whole = golden("kv_cache.pte");
  const TestFolder folder;
  for (size_t size = 0; size < whole.size(); size += size < 200 ? 1 : 97) {
    const std::vector<uint8_t> cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size));
    CAPTURE(size);
    CHECK(refused(cut).size() > 10);
    const std::string path = folder.write("cut.pte", cut);
    Reason reason;
    Arena arena = Arena::heap();
    Program from_file, from_map;
    FileLoader file;
    MmapLoader map;
    REQUIRE(file.open(path.c_str(), reason) == Error::Ok);
    CHECK(from_file.load(file, arena, reason) == Error::BadFile);
    if (map.open(path.c_str(), reason) == Error::Ok) CHECK(from_map.load(map, arena, reason) == Error::BadFile);
  }
}

TEST_CASE("a file of an old release, with its constants in the flatbuffer, runs") {
  const Floats six = {1, 2, 3, 4, 5, 6};
  const auto* bytes = reinterpret_cast<const uint8_t*>(six.data());
  const Recipe stored = Recipe().set(pte::Buffer::storage_slot, std::vector<uint8_t>(bytes, bytes + 24));
  ProgramRecipe p;
  Recipe constant = p.tensor;
  constant.drop(pte::Tensor::allocation_info_slot).set(pte::Tensor::data_buffer_idx_slot, 1);
  p.values = {ProgramRecipe::value(pte::Tag::Tensor, constant), ProgramRecipe::value(pte::Tag::Tensor, p.tensor)};
  p.instructions = {ProgramRecipe::instruction(
      pte::Call::Kernel, p.kernel.set(pte::KernelCall::args_slot, std::vector<int32_t>{0, 1, 1}))};
  p.plan.set(pte::ExecutionPlan::inputs_slot, std::vector<int32_t>{})
      .set(pte::ExecutionPlan::outputs_slot, std::vector<int32_t>{1});
  p.root.set(pte::Program::constant_buffer_slot, std::vector<Recipe>{Recipe(), stored});
  TestRun run{TestFile(p.file())};
  REQUIRE(run.load() == Error::Ok);
  REQUIRE(run.method.execute(run.reason) == Error::Ok);
  CHECK(run.output() == Floats{-1, -2, -3, -4, -5, -6});
}

// Counts what is asked for; may refuse reads from some place on.
struct CountingLoader final : DataLoader {
  MemoryLoader inner;
  uint64_t reads = 0, most = 0;
  uint64_t fails_from = UINT64_MAX;
  explicit CountingLoader(Bytes bytes) : inner(bytes) {}
  uint64_t size() const override { return inner.size(); }
  Error read(uint64_t offset, uint64_t bytes, Arena& arena, Reason& reason, Bytes* out) override {
    ++reads;
    most = most < offset + bytes ? offset + bytes : most;
    if (offset >= fails_from) return reason.fail(Error::Io, {"the medium is gone"});
    return inner.read(offset, bytes, arena, reason, out);
  }
};

TEST_CASE("segments are read when a method needs them, once") {
  const TestFile file(golden("mlp.pte"));
  CountingLoader loader(file.bytes());
  Arena arena = Arena::heap();
  Program program;
  Reason reason;
  REQUIRE(program.load(loader, arena, reason) == Error::Ok);
  CHECK(loader.reads == 2);    // the head, the flatbuffer
  CHECK(loader.most == 2888);  // and nothing of the segments
  Method first, second;
  REQUIRE(first.load(program, "forward", arena, reason) == Error::Ok);
  CHECK(loader.reads == 3);
  REQUIRE(second.load(program, "forward", arena, reason) == Error::Ok);
  CHECK(loader.reads == 3);
}

TEST_CASE("a medium that fails says so, wherever it fails") {
  const TestFile file(golden("mlp.pte"));
  for (const uint64_t from : {0, 2900}) {
    CountingLoader loader(file.bytes());
    loader.fails_from = from;
    Arena arena = Arena::heap();
    Program program;
    Method method;
    Reason reason;
    Error error = program.load(loader, arena, reason);
    if (from) {
      REQUIRE(error == Error::Ok);
      error = method.load(program, "forward", arena, reason);
    }
    CHECK(error == Error::Io);
    CHECK(std::string(reason.text()).find("the medium is gone") != std::string::npos);
  }
}

TEST_CASE("a loader that does not keep the file's alignment") {
  struct Shifted final : DataLoader {
    MemoryLoader inner;
    explicit Shifted(Bytes bytes) : inner(bytes) {}
    uint64_t size() const override { return inner.size(); }
    Error read(uint64_t offset, uint64_t bytes, Arena& arena, Reason& reason, Bytes* out) override {
      GLEED_TRY(inner.read(offset, bytes, arena, reason, out));
      if (offset == 0) return Error::Ok;  // the flatbuffer stays where it is
      auto* copy = static_cast<uint8_t*>(arena.allocate(static_cast<size_t>(bytes) + 1)) + 1;
      std::memcpy(copy, out->data, out->size);
      out->data = copy;
      return Error::Ok;
    }
  };
  const TestFile file(golden("mlp.pte"));
  Shifted loader(file.bytes());
  Arena arena = Arena::heap();
  Program program;
  Method method;
  Reason reason;
  REQUIRE(program.load(loader, arena, reason) == Error::Ok);
  CHECK(method.load(program, "forward", arena, reason) == Error::Internal);
  const std::string text = reason.text();
  CHECK(text.find("method \"forward\", value ") == 0);
  CHECK(text.find(": the loader gave constant 1 at a place that is not aligned to its elements") != std::string::npos);
}

TEST_CASE("the same program by each loader") {
  for (const char* name : {"mlp.pte", "conv_bn_pool.pte", "kv_cache.pte"}) {
    const std::string path = std::string(GLEED_GOLDEN_DIR "/") + name;
    Reason reason;
    Arena arena = Arena::heap();
    FileLoader file;
    MmapLoader map;
    Program from_file, from_map;
    REQUIRE(file.open(path.c_str(), reason) == Error::Ok);
    REQUIRE(map.open(path.c_str(), reason) == Error::Ok);
    REQUIRE(from_file.load(file, arena, reason) == Error::Ok);
    REQUIRE(from_map.load(map, arena, reason) == Error::Ok);
    Method a, b;
    CHECK(a.load(from_file, "forward", arena, reason) == Error::Ok);
    CHECK(b.load(from_map, "forward", arena, reason) == Error::Ok);
  }
}

TEST_CASE("data stored under a name") {
  const uint8_t weights[] = {1, 2, 3, 4, 5};
  Sketch s = neg_sketch({2});
  s.named.push_back({"weights", weights, 16});
  TestRun run(s.file());
  const Bytes found = run.program.named_data("weights", run.reason);
  REQUIRE(found.size == 5);
  CHECK(found[4] == 5);
  CHECK(run.program.named_data("other", run.reason).empty());
}

TEST_CASE("an arena without room for the table of segments") {
  const TestFile file(golden("xnn_partial.pte"));
  MemoryLoader loader(file.bytes());
  uint8_t little[20];
  Arena arena({little, sizeof little});
  Program program;
  Reason reason;
  CHECK(program.load(loader, arena, reason) == Error::OutOfMemory);
  CHECK(std::string(reason.text()) == "no room for the table of 7 segments");
}

}  // namespace
}  // namespace gleed
