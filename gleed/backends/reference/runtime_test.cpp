// runtime_test.cpp -- a program inside a program: lent memory, sizes that change, tensors that move, no allocation.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "gleed/core/catalogue.h"
#include "gleed/emit/builder.h"
#include "gleed/format/write.h"
#include "gleed/runtime/method.h"

using namespace gleed;

namespace {

struct alignas(16) Chunk {
  uint8_t bytes[16];
};

// y = -x for a float vector of up to `n`, as a payload; with `slice` the output is the second half of -x.
std::vector<Chunk> payload(int32_t n, bool slice, size_t* size) {
  emit::ProgramBuilder program;
  emit::MethodBuilder& m = program.add_method("part");
  m.set_lendable();
  const int dtype = static_cast<int>(DType::Float32);
  const int32_t x = m.add_tensor(dtype, {n}, {0}, !slice), y = m.add_tensor(dtype, {n}, {0}, !slice);
  Reason reason;
  REQUIRE(m.add_op("aten::neg.out", {x, y, y}, reason) == Error::Ok);
  int32_t out = y;
  if (slice) {
    out = m.add_tensor(dtype, {n / 2}, {0}, false);
    m.set_alias(out, y, static_cast<uint64_t>(n / 2) * 4);
  }
  m.set_inputs({x});
  m.set_outputs({out});
  plan::Plan plan;
  REQUIRE(m.plan(&plan, reason) == Error::Ok);
  std::vector<uint8_t> bytes;
  REQUIRE(write_program(program.finish(), {}, &bytes, reason) == Error::Ok);
  std::vector<Chunk> aligned((bytes.size() + 15) / 16);
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  *size = bytes.size();
  return aligned;
}

// A tensor of the outer method.
struct Outer {
  std::vector<float> elements;
  int32_t size, bound;
  int64_t stride = 1;
  uint8_t order = 0;
  Tensor tensor;
  Value value;
  Outer(int32_t n, bool dynamic) : elements(static_cast<size_t>(n), 7.f), size(n), bound(n) {
    tensor.data = elements.data();
    tensor.sizes = &size;
    tensor.strides = &stride;
    tensor.dim_order = &order;
    tensor.bounds = &bound;
    tensor.capacity = elements.size() * 4;
    tensor.rank = 1;
    tensor.dynamic = dynamic;
    value.tag = Value::Tag::Tensor;
    value.tensor = &tensor;
  }
};

struct Fixture {
  Outer x, y;
  Value* args[2] = {&x.value, &y.value};
  Arena arena = Arena::heap();
  Reason reason;
  Context ctx{reason, {}};
  std::vector<Chunk> chunks;
  Bytes bytes;
  const BackendDef* backend = catalogue().find_backend("reference");
  void* instance = nullptr;

  Fixture(int32_t inputs, int32_t outputs, bool slice) : x(inputs, !slice), y(outputs, !slice) {
    size_t size = 0;
    chunks = payload(inputs, slice, &size);
    bytes = {reinterpret_cast<const uint8_t*>(chunks.data()), size};
  }
  ~Fixture() {
    if (instance) backend->unload(instance);
  }
  Error load() {
    const BackendLoad load{
        bytes, {}, "forward", {args, 2}, arena, catalogue(), [](void*, const char*) { return Bytes{}; }, nullptr};
    return backend->load(ctx, load, &instance);
  }
  Error execute() { return backend->execute(ctx, instance, {args, 2}); }
};

}  // namespace

TEST_CASE("a part runs in the outer tensors' memory, at any size within bounds, and takes no memory") {
  Fixture f(64, 64, false);
  REQUIRE(f.load() == Error::Ok);
  const size_t used = f.arena.bytes_used();
  for (const int32_t n : {64, 3, 0, 64, 1}) {
    f.x.size = n;
    f.x.elements.assign(64, static_cast<float>(n));
    REQUIRE(f.execute() == Error::Ok);
    CHECK(f.y.size == n);
    for (int32_t i = 0; i < n; ++i) CHECK(f.y.elements[static_cast<size_t>(i)] == static_cast<float>(-n));
  }
  CHECK(f.arena.bytes_used() == used);
}

TEST_CASE("an output that is part of something larger is copied") {
  Fixture f(8, 4, true);
  REQUIRE(f.load() == Error::Ok);
  for (size_t i = 0; i < 8; ++i) f.x.elements[i] = static_cast<float>(i);
  REQUIRE(f.execute() == Error::Ok);
  CHECK(f.y.elements == std::vector<float>{-4, -5, -6, -7});
}

TEST_CASE("constants are never lent, and tensors without memory at load are copied at each call") {
  for (const bool constant : {true, false}) {
    Fixture f(8, 8, false);
    f.x.tensor.constant = constant;
    if (!constant) f.x.tensor.data = nullptr;
    REQUIRE(f.load() == Error::Ok);
    f.x.tensor.data = f.x.elements.data();
    REQUIRE(f.execute() == Error::Ok);
    CHECK(f.y.elements == std::vector<float>(8, -7.f));
  }
}

TEST_CASE("tensors that have moved, and other argument counts, are refused") {
  Fixture f(8, 8, false);
  REQUIRE(f.load() == Error::Ok);
  std::vector<float> elsewhere(8);
  f.y.tensor.data = elsewhere.data();
  CHECK(f.execute() == Error::Unsupported);
  CHECK(std::string(f.reason.text()) == "argument 1 has moved since the delegate was loaded");
  CHECK(f.backend->execute(f.ctx, f.instance, {f.args, 1}) == Error::BadFile);
  CHECK(std::string(f.reason.text()) == "called with 1 arguments, loaded for 2");
}

TEST_CASE("a payload at an odd address is moved to an aligned one") {
  Fixture f(8, 8, false);
  std::vector<uint8_t> shifted(f.bytes.size + 1);
  std::memcpy(shifted.data() + 1, f.bytes.data, f.bytes.size);
  f.bytes = {shifted.data() + 1, f.bytes.size};
  REQUIRE(f.load() == Error::Ok);
  REQUIRE(f.execute() == Error::Ok);
  CHECK(f.y.elements == std::vector<float>(8, -7.f));
}

TEST_CASE("an arena without room says for what") {
  Fixture f(8, 8, false);
  alignas(64) uint8_t little[64];
  const auto refused = [&](size_t room) {
    f.arena = Arena({little, room});
    CHECK(f.load() == Error::OutOfMemory);
    return std::string(f.reason.text());
  };
  CHECK(refused(sizeof little) == "no room for the delegate");
  std::vector<uint8_t> shifted(f.bytes.size + 1);  // a payload at an odd address needs a copy
  std::memcpy(shifted.data() + 1, f.bytes.data, f.bytes.size);
  f.bytes = {shifted.data() + 1, f.bytes.size};
  CHECK(refused(sizeof little) == "no room for a payload of " + std::to_string(f.bytes.size) + " bytes");
}

TEST_CASE("a payload with more methods than one") {
  Fixture f(8, 8, false);
  emit::ProgramBuilder two;
  for (const char* name : {"first", "second"}) {
    emit::MethodBuilder& m = two.add_method(name);
    const int32_t x = m.add_tensor(static_cast<int>(DType::Float32), {8}, {0}, false);
    m.set_inputs({x});
    m.set_outputs({x});
    plan::Plan plan;
    REQUIRE(m.plan(&plan, f.reason) == Error::Ok);
  }
  std::vector<uint8_t> bytes;
  REQUIRE(write_program(two.finish(), {}, &bytes, f.reason) == Error::Ok);
  f.bytes = {bytes.data(), bytes.size()};
  CHECK(f.load() == Error::BadFile);
  CHECK(std::string(f.reason.text()) == "the payload has 2 methods instead of one");
}
