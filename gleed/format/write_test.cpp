// write_test.cpp -- programs written and read again: upstream's files, and small ones that show each rule of the
// layout.
#include "gleed/format/write.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "gleed/format/describe.h"
#include "gleed/format/read.h"
#include "gleed/format/test_golden.h"
#include "gleed/format/write_flat.h"

namespace gleed {
namespace {

bool same(Bytes a, Bytes b) { return a.size == b.size && (a.size == 0 || std::memcmp(a.data, b.data, a.size) == 0); }

// Everything that a program says, as text; its sizes and places in the file left out.
std::string methods_of(const std::vector<uint8_t>& file) {
  Reason reason;
  ProgramView view;
  REQUIRE(verify_program(span_of(file), reason, &view) == Error::Ok);
  DescribeOptions all;
  all.values = all.instructions = true;
  const std::string text = describe(view, all);
  return text.substr(text.find("method "));
}

ProgramData read(const std::vector<uint8_t>& file) {
  Reason reason;
  ProgramData data;
  REQUIRE(read_program_data(span_of(file), reason, &data) == Error::Ok);
  return data;
}

std::vector<uint8_t> write(const ProgramData& data, const WriteOptions& options = {}) {
  Reason reason;
  std::vector<uint8_t> out;
  const Error error = write_program(data, options, &out, reason);
  CAPTURE(std::string(reason.text()));
  REQUIRE(error == Error::Ok);
  return out;
}

TensorData tensor(std::vector<int32_t> sizes) {
  TensorData t;
  for (size_t d = 0; d < sizes.size(); ++d) t.dim_order.push_back(static_cast<uint8_t>(d));
  t.sizes = std::move(sizes);
  return t;
}

// out = relu(x + constant): x and out planned.
MethodData small_method(const char* name, uint32_t constant) {
  MethodData m;
  m.name = name;
  m.input_tree = m.output_tree = "$";
  TensorData x = tensor({2, 3}), c = tensor({2, 3}), out = tensor({2, 3});
  x.place = Place{1, 0};
  out.place = Place{1, 32};
  c.data = constant;
  m.values = {x, c, int64_t{1}, out};
  m.inputs = {0};
  m.outputs = {3};
  m.operators = {{"aten::add", "out"}, {"aten::relu", "out"}};
  m.instructions = {KernelCallData{0, {0, 1, 2, 3, 3}}, KernelCallData{1, {3, 3, 3}}};
  m.arena_bytes = {64};
  return m;
}

const float kOnes[6] = {1, 1, 1, 1, 1, 1}, kTwos[6] = {2, 2, 2, 2, 2, 2}, kOnesAgain[6] = {1, 1, 1, 1, 1, 1};
Bytes bytes_of(const float (&a)[6]) { return {reinterpret_cast<const uint8_t*>(a), sizeof a}; }

std::string refused(const ProgramData& data, const WriteOptions& options = {}) {
  Reason reason;
  std::vector<uint8_t> out;
  CHECK(write_program(data, options, &out, reason) == Error::BadArgument);
  CHECK(out.empty());
  return reason.text();
}

TEST_CASE("upstream's files survive reading and writing") {
  for (const std::string& name : golden_names()) {
    CAPTURE(name);
    const auto before = golden(name);
    const ProgramData data = read(before);
    WriteOptions options;
    options.inline_delegates = name == "alignment_inline.pte";
    const auto after = write(data, options);
    CHECK(methods_of(after) == methods_of(before));
    const ProgramData again = read(after);
    REQUIRE(again.constants.size() == data.constants.size());
    for (size_t i = 0; i < data.constants.size(); ++i) CHECK(same(again.constants[i], data.constants[i]));
    REQUIRE(again.delegate_blobs.size() == data.delegate_blobs.size());
    for (size_t i = 0; i < data.delegate_blobs.size(); ++i)
      CHECK(same(again.delegate_blobs[i], data.delegate_blobs[i]));
    REQUIRE(again.named_data.size() == data.named_data.size());
    for (size_t i = 0; i < data.named_data.size(); ++i) {
      CHECK(again.named_data[i].key == data.named_data[i].key);
      CHECK(same(again.named_data[i].bytes, data.named_data[i].bytes));
    }
    for (size_t i = 0; i < data.methods.size(); ++i) {
      CHECK(again.methods[i].input_tree == data.methods[i].input_tree);
      CHECK(again.methods[i].output_tree == data.methods[i].output_tree);
    }
    CHECK(write(again, options) == after);
  }
}

TEST_CASE("equal constants are stored once, aligned, and methods are sorted") {
  ProgramData data;
  data.methods = {small_method("b", 0), small_method("a", 2)};
  data.methods[0].values.push_back(data.methods[0].values[1]);
  std::get<TensorData>(data.methods[0].values.back()).data = 1;
  data.constants = {bytes_of(kOnes), bytes_of(kTwos), bytes_of(kOnesAgain)};
  const auto file = write(data);
  const ProgramData back = read(file);
  REQUIRE(back.constants.size() == 2);
  CHECK(back.methods[0].name == "a");
  CHECK(std::get<TensorData>(back.methods[0].values[1]).data == 0u);
  CHECK(same(back.constants[1], bytes_of(kTwos)));
  for (const Bytes c : back.constants) CHECK((c.data - file.data()) % 16 == 0);
}

TEST_CASE("alignments hold in the file") {
  ProgramData data;
  data.methods = {small_method("forward", 1)};
  data.constants = {bytes_of(kTwos), bytes_of(kOnes)};
  data.delegate_blobs = {bytes_of(kOnes)};
  data.methods[0].delegates = {{"some_backend", 0, {{"key", std::string("\0v", 2)}}}};
  for (const bool inlined : {false, true}) {
    WriteOptions options;
    options.tensor_alignment = 64;
    options.delegate_alignment = 256;
    options.inline_delegates = inlined;
    const auto file = write(data, options);
    const ProgramData back = read(file);
    for (const Bytes c : back.constants) CHECK((c.data - file.data()) % 64 == 0);
    CHECK((back.delegate_blobs[0].data - file.data()) % 256 == 0);
    CHECK(back.methods[0].delegates[0].options[0].second == std::string("\0v", 2));
  }
}

TEST_CASE("initial values, named data, frames and every kind of value come back") {
  ProgramData data;
  data.methods = {small_method("forward", 0)};
  MethodData& m = data.methods[0];
  TensorData state = tensor({2, 3}), outside = tensor({4});
  state.place = Place{2, uint64_t{5} << 32};
  state.data = 1;
  state.name = "cache";
  outside.external = true;
  outside.name = "weight";
  m.arena_bytes.push_back(int64_t{6} << 32);
  m.values.insert(m.values.end(), {NoneData{}, true, -0.0, state, outside, std::string("text"), IntListData{{2}},
                                   DoubleListData{{0.5, -1}}, BoolListData{{1, 0}}, TensorListData{{0, 3}},
                                   OptionalTensorListData{{-1, 0}}});
  m.instructions.insert(m.instructions.end(), {MoveData{0, 3}, JumpFalseData{5, 1}, FreeData{3}});
  m.stacktrace.resize(m.instructions.size());
  m.stacktrace[1] = {{"model.py", 41, "forward", "return relu(x)"}};
  data.constants = {bytes_of(kOnes)};
  const uint8_t odd[] = {9, 9, 9};
  data.initial_values = {Bytes(odd, 3), bytes_of(kTwos)};
  data.named_data = {{"a", Bytes(odd, 3), 1}, {"b", bytes_of(kOnes), 512}, {"c", Bytes(odd, 3), 64}, {"empty", {}, 1}};
  // The first initial value belongs to some tensor, too.
  TensorData first = tensor({3});
  first.dtype = DType::UInt8;
  first.place = Place{1, 0};
  first.data = 0;
  m.values.push_back(first);
  const auto file = write(data);
  ProgramData back = read(file);
  const MethodData& n = back.methods[0];
  REQUIRE(n.values.size() == m.values.size());
  for (size_t i = 0; i < n.values.size(); ++i) CHECK(n.values[i].index() == m.values[i].index());
  const auto& s = std::get<TensorData>(n.values[7]);
  CHECK(s.place->offset == uint64_t{5} << 32);
  CHECK(s.name == "cache");
  CHECK(same(back.initial_values[*s.data], bytes_of(kTwos)));
  CHECK(same(back.initial_values[0], Bytes(odd, 3)));
  CHECK(std::signbit(std::get<double>(n.values[6])));
  CHECK(std::get<OptionalTensorListData>(n.values[14]).items == std::vector<int32_t>{-1, 0});
  REQUIRE(n.stacktrace.size() == 5);
  CHECK(n.stacktrace[1][0].line == 41);
  CHECK((back.named_data[1].bytes.data - file.data()) % 512 == 0);
  CHECK(back.named_data[0].bytes.data == back.named_data[2].bytes.data);
  CHECK(back.named_data[3].bytes.empty());
  back.named_data[1].alignment = 512;  // not stored
  CHECK(write(back) == file);
}

TEST_CASE("without data there are no segments and no header") {
  ProgramData data;
  MethodData m;
  m.name = "answer";
  m.values = {int64_t{42}};
  m.outputs = {0};
  data.methods = {m};
  const auto file = write(data);
  CHECK(std::memcmp(file.data() + 8, "eh00", 4) != 0);
  CHECK(std::get<int64_t>(read(file).methods[0].values[0]) == 42);
}

TEST_CASE("what would not load is not written") {
  ProgramData data;
  data.methods = {small_method("forward", 0)};
  CHECK(refused(data) == "method \"forward\": value 1 names constant 0; there are 0");
  data.constants = {Bytes(reinterpret_cast<const uint8_t*>(kOnes), 20)};
  CHECK(refused(data) == "method \"forward\": value 1 needs 24 bytes; constant 0 has 20");
  data.constants = {bytes_of(kOnes)};
  std::get<TensorData>(data.methods[0].values[3]).place->offset = 48;
  CHECK(refused(data) ==
        "the program would not load: value 3 of method \"forward\": its 24 bytes at 48 end after the 64 bytes of arena "
        "1");
  data.methods = {small_method("forward", 0)};
  data.methods[0].stacktrace.resize(1);
  CHECK(refused(data) == "method \"forward\": has 1 stack traces for 2 instructions");
  data.methods = {small_method("forward", 0)};
  data.methods[0].delegates = {{"npu", 3, {}}};
  CHECK(refused(data) == "method \"forward\": delegate 0 names payload 3; there are 0");
  data.methods = {small_method("forward", 0)};
  WriteOptions options;
  options.segment_alignment = 100;
  CHECK(refused(data, options) == "segment_alignment is 100; it must be a power of two up to 1048576");
}

TEST_CASE("a flatbuffer that its offsets cannot span") {
  const float ignored = 0;
  const Bytes huge(reinterpret_cast<const uint8_t*>(&ignored), size_t{1} << 31);  // never read
  ProgramData data;
  data.methods = {small_method("forward", 0)};
  data.methods[0].values.erase(data.methods[0].values.begin() + 1);
  Layout layout;
  layout.inline_blobs = {huge};
  flat::FlatBuilder builder;
  Reason reason;
  CHECK(build_program(data, {}, layout, &builder, reason) == Error::BadArgument);
  CHECK(std::string(reason.text()) ==
        "the program without its segments exceeds 2 GiB; keep delegate payloads in segments");
}

}  // namespace
}  // namespace gleed
