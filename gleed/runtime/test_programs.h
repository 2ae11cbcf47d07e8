// test_programs.h -- for the tests of this folder: small programs as a list of values and calls, operators and a
// backend made for them, and a method loaded with all that it stands on.
#pragma once
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "gleed/format/write.h"
#include "gleed/module/module.h"

namespace gleed {

// A file's bytes at a multiple of 16.
class TestFile {
 public:
  TestFile() = default;
  explicit TestFile(const std::vector<uint8_t>& bytes) : chunks_((bytes.size() + 15) / 16 + 1), size_(bytes.size()) {
    if (!bytes.empty()) std::memcpy(chunks_.data(), bytes.data(), bytes.size());
  }
  Bytes bytes() const { return {reinterpret_cast<const uint8_t*>(chunks_.data()), size_}; }

 private:
  struct alignas(16) Chunk {
    uint8_t bytes[16];
  };
  std::vector<Chunk> chunks_;
  size_t size_ = 0;
};

inline TestFile write_file(const ProgramData& data) {
  std::vector<uint8_t> bytes;
  Reason reason;
  const Error error = write_program(data, {}, &bytes, reason);
  CAPTURE(std::string(reason.text()));
  REQUIRE(error == Error::Ok);
  return TestFile(bytes);
}

// A method under construction. Every planned tensor has memory of its own in arena 1.
struct Sketch {
  MethodData m;
  std::vector<Bytes> constants, initial_values, blobs;
  std::vector<NamedBlob> named;

  explicit Sketch(const char* name = "forward") {
    m.name = name;
    m.input_tree = m.output_tree = "$";
    m.arena_bytes = {0};
  }
  int32_t add(ValueData value) {
    m.values.push_back(std::move(value));
    return static_cast<int32_t>(m.values.size() - 1);
  }
  static TensorData shape(std::vector<int32_t> sizes, DType dtype = DType::Float32) {
    TensorData t;
    t.dtype = dtype;
    for (size_t d = 0; d < sizes.size(); ++d) t.dim_order.push_back(static_cast<uint8_t>(d));
    t.sizes = std::move(sizes);
    return t;
  }
  int32_t planned(TensorData t) {
    int64_t bytes = static_cast<int64_t>(dtype_bytes(t.dtype));
    for (const int32_t size : t.sizes) bytes *= size;
    t.place = Place{1, static_cast<uint64_t>(m.arena_bytes[0])};
    m.arena_bytes[0] += (bytes + 63) / 64 * 64;
    return add(std::move(t));
  }
  int32_t tensor(std::vector<int32_t> sizes, DType dtype = DType::Float32) {
    return planned(shape(std::move(sizes), dtype));
  }
  int32_t dynamic(std::vector<int32_t> bounds) {
    TensorData t = shape(std::move(bounds));
    t.dynamic = true;
    return planned(std::move(t));
  }
  // `elements` must live until the file is written.
  int32_t constant(std::vector<int32_t> sizes, Bytes elements) {
    TensorData t = shape(std::move(sizes));
    t.data = static_cast<uint32_t>(constants.size());
    constants.push_back(elements);
    return add(std::move(t));
  }
  // Keeps its elements from call to call; starts as `elements`.
  int32_t state(std::vector<int32_t> sizes, Bytes elements) {
    const int32_t number = tensor(std::move(sizes));
    std::get<TensorData>(m.values[static_cast<size_t>(number)]).data = static_cast<uint32_t>(initial_values.size());
    initial_values.push_back(elements);
    return number;
  }
  // "aten::neg.out"; args: the schema's.
  void op(const std::string& key, std::vector<int32_t> args) {
    const size_t dot = key.find('.', key.find("::"));
    m.operators.push_back({key.substr(0, dot), dot == std::string::npos ? "" : key.substr(dot + 1)});
    m.instructions.push_back(KernelCallData{static_cast<int32_t>(m.operators.size() - 1), std::move(args)});
  }
  void delegate(const char* backend, Bytes payload, std::vector<int32_t> args,
                std::vector<std::pair<std::string, std::string>> options = {}) {
    m.delegates.push_back({backend, static_cast<uint32_t>(blobs.size()), std::move(options)});
    blobs.push_back(payload);
    m.instructions.push_back(DelegateCallData{static_cast<int32_t>(m.delegates.size() - 1), std::move(args)});
  }
  ProgramData data() const {
    ProgramData p;
    p.methods = {m};
    p.constants = constants;
    p.initial_values = initial_values;
    p.delegate_blobs = blobs;
    p.named_data = named;
    return p;
  }
  TestFile file() const { return write_file(data()); }
};

inline Bytes bytes_of(const std::vector<float>& v) {
  return {reinterpret_cast<const uint8_t*>(v.data()), v.size() * 4};
}

// y = -x.
inline Sketch neg_sketch(std::vector<int32_t> sizes, bool is_dynamic = false, const char* name = "forward") {
  Sketch s(name);
  const int32_t x = is_dynamic ? s.dynamic(sizes) : s.tensor(sizes),
                y = is_dynamic ? s.dynamic(sizes) : s.tensor(sizes);
  s.op("aten::neg.out", {x, y});
  s.m.inputs = {x};
  s.m.outputs = {y};
  return s;
}

// A program from a file in memory, and one method with memory of its own.
struct TestRun {
  TestFile file;
  Arena arena = Arena::heap();
  MemoryLoader loader;
  Program program;
  Reason reason;
  Method method;

  explicit TestRun(TestFile f, const Catalogue& with = catalogue()) : file(std::move(f)), loader(file.bytes()) {
    const Error error = program.load(loader, arena, reason, with);
    CAPTURE(text());
    REQUIRE(error == Error::Ok);
  }
  std::string text() const { return reason.text(); }
  Error load(const MethodOptions& options = {}, const char* name = "forward") {
    return method.load(program, name, arena, reason, options);
  }
  // Loads; the words of the error that is expected.
  std::string refused(Error expected) {
    CHECK(load() == expected);
    return text();
  }
  Error set(size_t i, const std::vector<float>& elements, const std::vector<int32_t>& sizes) {
    return method.set_input(i, TensorRef(elements.data(), DType::Float32, {sizes.data(), sizes.size()}).tensor(),
                            reason);
  }
  Error set(size_t i, const std::vector<float>& elements) {
    return set(i, elements, {static_cast<int32_t>(elements.size())});
  }
  Error run(const std::vector<float>& elements) {
    GLEED_TRY(set(0, elements));
    return method.execute(reason);
  }
  std::vector<float> output(size_t i = 0) const {
    const Tensor& t = *method.output(i).tensor;
    return {t.ptr<float>(), t.ptr<float>() + t.numel()};
  }
};

using Floats = std::vector<float>;

}  // namespace gleed
