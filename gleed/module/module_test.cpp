// module_test.cpp -- the friendly class: files and memory, methods by name, and the words of every mistake.
#include "gleed/module/module.h"

#include <unistd.h>

#include "gleed/format/test_golden.h"
#include "gleed/runtime/test_programs.h"

namespace gleed {
namespace {

const Floats kFour = {1, 2, 3, 4};

// Two methods, "half" and "negate", of 4 floats.
TestFile two_methods() {
  ProgramData data = neg_sketch({4}, false, "negate").data();
  Sketch relu = neg_sketch({4}, false, "relu");
  relu.m.operators[0].name = "aten::relu";
  data.methods.push_back(relu.m);
  return write_file(data);
}

std::string golden_path(const char* name) { return std::string(GLEED_GOLDEN_DIR "/") + name; }

TEST_CASE("a program from a file, run by name") {
  Module module;
  CHECK(module.method_count() == 0);
  REQUIRE(module.load(golden_path("mlp.pte").c_str()) == Error::Ok);
  REQUIRE(module.method_count() == 1);
  CHECK(std::string(module.method_name(0)) == "forward");
  const Floats x(48, 0.5f);
  REQUIRE(module.run("forward", {{x.data(), {4, 12}}}) == Error::Ok);
  const Tensor& y = module.output(0);
  CHECK(y.dtype == DType::Float32);
  REQUIRE(y.rank == 2);
  CHECK(y.size(0) == 4);
  CHECK(y.size(1) == 5);
  for (int i = 0; i < 5; ++i) CHECK(y.ptr<float>()[i] == y.ptr<float>()[5 + i]);  // equal rows in, equal rows out
}

TEST_CASE("a program in memory; methods are loaded when they are first run, and kept") {
  const TestFile file = two_methods();
  Module module;
  REQUIRE(module.load(file.bytes()) == Error::Ok);
  CHECK(module.method_count() == 2);
  const size_t nothing = module.bytes_used();
  REQUIRE(module.run("negate", {{kFour.data(), {4}}}) == Error::Ok);
  CHECK(module.output(0).ptr<float>()[3] == -4);
  const size_t one = module.bytes_used();
  CHECK(one > nothing);
  REQUIRE(module.run("relu", {{kFour.data(), {4}}}) == Error::Ok);
  CHECK(module.output(0).ptr<float>()[3] == 4);
  const size_t two = module.bytes_used();
  CHECK(two > one);
  REQUIRE(module.run("negate", {{kFour.data(), {4}}}) == Error::Ok);
  CHECK(module.output(0).ptr<float>()[3] == -4);
  CHECK(module.bytes_used() == two);
  CHECK(module.method("negate") == module.method("negate"));
  CHECK(module.method("negate") != module.method("relu"));
}

TEST_CASE("files that cannot be loaded") {
  Module module;
  CHECK(module.load("/nonexistent/model.pte") == Error::Io);
  CHECK(std::string(module.reason()) == "cannot open \"/nonexistent/model.pte\": No such file or directory");
  CHECK(module.load("/") == Error::Io);
  CHECK(std::string(module.reason()) == "cannot open \"/\": not a regular file");
  const std::string other = golden_path("index.json");
  CHECK(module.load(other.c_str()) == Error::BadFile);
  CHECK(std::string(module.reason()).find("\"" + other + "\": not a PTE program") == 0);
  alignas(16) const uint8_t nothing[16] = {};
  CHECK(module.load(Bytes{nothing, 0}) == Error::BadFile);
  // It is still empty and can take a program.
  CHECK(module.method_count() == 0);
  CHECK(module.load(golden_path("mlp.pte").c_str()) == Error::Ok);
}

TEST_CASE("calls in the wrong order") {
  Module module;
  CHECK(module.method("forward") == nullptr);
  CHECK(std::string(module.reason()) == "no program is loaded");
  CHECK(module.run("forward", {}) == Error::BadState);
  const TestFile file = two_methods();
  REQUIRE(module.load(file.bytes()) == Error::Ok);
  CHECK(module.load(file.bytes()) == Error::BadState);
  CHECK(std::string(module.reason()) == "this Module holds a program already; use another one");
  CHECK(module.load("model.pte") == Error::BadState);
}

TEST_CASE("methods and inputs that are not there") {
  const TestFile file = two_methods();
  Module module;
  REQUIRE(module.load(file.bytes()) == Error::Ok);
  CHECK(module.run("forward", {{kFour.data(), {4}}}) == Error::NotFound);
  CHECK(std::string(module.reason()) == "no method \"forward\"; the program has \"negate\", \"relu\"");
  CHECK(module.run("relu", {}) == Error::BadArgument);
  CHECK(std::string(module.reason()) == "method \"relu\" takes 1 inputs, was given 0");
  CHECK(module.run("relu", {{kFour.data(), {2}}, {kFour.data(), {2}}}) == Error::BadArgument);
  CHECK(module.run("relu", {{kFour.data(), {3}}}) == Error::BadArgument);
  CHECK(std::string(module.reason()) ==
        "method \"relu\", input 0: size 3 in dimension 0 differs from the fixed size 4; lower the model with a dynamic "
        "shape");
  const int64_t longs[4] = {};
  CHECK(module.run("relu", {{longs, {4}}}) == Error::BadArgument);
  CHECK(std::string(module.reason()) ==
        "method \"relu\", input 0: expected dtype float32, got int64; convert the input");
  const float* null = nullptr;
  CHECK(module.run("relu", {{null, {4}}}) == Error::BadArgument);
  CHECK(std::string(module.reason()) == "method \"relu\", input 0: the tensor has no data (null pointer)");
}

TEST_CASE("a method that cannot be loaded is refused each time") {
  Module module;
  REQUIRE(module.load(golden_path("xnn_fp32.pte").c_str()) == Error::Ok);
  for (int n = 0; n < 2; ++n) {
    CHECK(module.run("forward", {}) == Error::MissingBackend);
    CHECK(std::string(module.reason()).find("needs the backend \"XnnpackBackend\"") != std::string::npos);
  }
}

TEST_CASE("a listener hears methods that are loaded after it came") {
  const TestFile file = two_methods();
  Module module;
  REQUIRE(module.load(file.bytes()) == Error::Ok);
  REQUIRE(module.method("negate"));
  int heard = 0;
  module.listen({[](void* self, const Event&) { ++*static_cast<int*>(self); }, &heard});
  REQUIRE(module.run("negate", {{kFour.data(), {4}}}) == Error::Ok);
  CHECK(heard == 0);
  REQUIRE(module.run("relu", {{kFour.data(), {4}}}) == Error::Ok);
  CHECK(heard == 8);  // load and its end, two arenas, run and its end, one operator and its end
}

TEST_CASE("tensors of the caller: element types, copies, too many dimensions") {
  CHECK(TensorRef(static_cast<const double*>(nullptr), {1}).tensor().dtype == DType::Float64);
  CHECK(TensorRef(static_cast<const int8_t*>(nullptr), {1}).tensor().dtype == DType::Int8);
  CHECK(TensorRef(static_cast<const int16_t*>(nullptr), {1}).tensor().dtype == DType::Int16);
  CHECK(TensorRef(static_cast<const int32_t*>(nullptr), {1}).tensor().dtype == DType::Int32);
  CHECK(TensorRef(static_cast<const uint8_t*>(nullptr), {1}).tensor().dtype == DType::UInt8);
  CHECK(TensorRef(static_cast<const bool*>(nullptr), {1}).tensor().dtype == DType::Bool);
  const TensorRef ref(kFour.data(), {2, 2});
  const TensorRef copy = ref;
  CHECK(copy.tensor().sizes != ref.tensor().sizes);  // its own
  CHECK(copy.tensor().data == kFour.data());
  CHECK(copy.tensor().is_contiguous());
  CHECK(copy.tensor().bytes() == 16);
  std::vector<int32_t> ones(20, 1);
  CHECK(TensorRef(kFour.data(), DType::Float32, {ones.data(), ones.size()}).tensor().rank == kMaxRank);
}

}  // namespace
}  // namespace gleed
