// verify_test.cpp -- valid files pass, invalid ones are refused with words that say what and where.
#include "gleed/format/verify.h"

#include <doctest/doctest.h>

#include <cstring>
#include <functional>

#include "gleed/format/flat_builder.h"
#include "gleed/format/read.h"
#include "gleed/format/test_golden.h"
#include "gleed/format/test_recipe.h"

namespace gleed {
namespace {

// A copy of a golden file in which bytes can be changed by way of the views.
struct Copy {
  std::vector<uint8_t> bytes;
  ProgramView view;
  explicit Copy(const char* name) : bytes(golden(name)) {
    Reason reason;
    REQUIRE(verify_program(span_of(bytes), reason, &view) == Error::Ok);
  }
  pte::ExecutionPlan plan() const { return view.root.execution_plan()[0]; }
  template <class T>
  void put(const uint8_t* at, T value) {
    REQUIRE(at);
    std::memcpy(bytes.data() + (at - bytes.data()), &value, sizeof value);
  }
  // The first value of kind `tag`, its number in *number.
  pte::EValue first(pte::Tag tag, uint32_t* number) const {
    const auto values = plan().values();
    for (uint32_t i = 0; i < values.size; ++i) {
      *number = i;
      if (values[i].tag() == tag) return values[i];
    }
    return {};
  }
  pte::Tensor tensor(uint32_t number) const { return plan().values()[number].as<pte::Tensor>(); }
  // The number of the first tensor for which `wanted` holds.
  uint32_t find(const std::function<bool(const pte::Tensor&)>& wanted) const {
    const auto values = plan().values();
    for (uint32_t i = 0; i < values.size; ++i) {
      if (values[i].tag() == pte::Tag::Tensor && wanted(values[i].as<pte::Tensor>())) return i;
    }
    REQUIRE(false);
    return 0;
  }
  pte::Instruction instruction(pte::Call call) const {
    for (const pte::Instruction i : plan().chains()[0].instructions()) {
      if (i.call() == call) return i;
    }
    return {};
  }
  std::string refused() {
    Reason reason;
    ProgramView ignored;
    CHECK(verify_program(span_of(bytes), reason, &ignored) == Error::BadFile);
    return reason.text();
  }
};

std::string value_n(uint32_t n) { return "value " + std::to_string(n) + " of method \"forward\": "; }

TEST_CASE("every golden file is valid") {
  const auto names = golden_names();
  CHECK(names.size() >= 28);
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto bytes = golden(name);
    Reason reason;
    ProgramView view;
    CHECK(verify_program(span_of(bytes), reason, &view) == Error::Ok);
    CHECK(std::string(reason.text()) == "");
    // Segments need not be in memory.
    const std::vector<uint8_t> program(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(view.head.program_size));
    CHECK(verify_program(span_of(program), bytes.size(), reason, &view) == Error::Ok);
  }
}

TEST_CASE("a file cut short anywhere is refused") {
  for (const char* name : {"mlp.pte", "q_embedding.pte", "kv_cache.pte"}) {
    const auto whole = golden(name);
    for (size_t size = 0; size < whole.size(); ++size) {
      const std::vector<uint8_t> cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(size));
      Reason reason;
      ProgramView view;
      if (verify_program(span_of(cut), reason, &view) == Error::Ok) FAIL("accepted " << name << " cut to " << size);
      CHECK(std::strlen(reason.text()) > 10);
    }
  }
}

TEST_CASE("what is no program is told by its first bytes") {
  std::vector<uint8_t> zip(100);
  std::memcpy(zip.data(), "PK\3\4....", 8);
  Reason reason;
  ProgramView view;
  CHECK(verify_program(span_of(zip), reason, &view) == Error::BadFile);
  CHECK(std::string(reason.text()) == "not a PTE program (starts with \"PK......\"); expected file id ET12 at byte 4");
  std::memcpy(zip.data() + 4, "ET11", 4);
  CHECK(verify_program(span_of(zip), reason, &view) == Error::BadFile);
  CHECK(std::string(reason.text()).find("program version \"ET11\" is not supported") == 0);
  const std::vector<uint8_t> tiny(5);
  CHECK(verify_program(span_of(tiny), reason, &view) == Error::BadFile);
  CHECK(std::string(reason.text()) == "the file has only 5 bytes; a program has at least 64");
}

TEST_CASE("the head of a file") {
  const auto intact = golden("mlp.pte");
  Reason reason;
  FileHead head;
  REQUIRE(read_head(span_of(intact), intact.size(), reason, &head) == Error::Ok);
  CHECK(head.has_header);
  CHECK(head.segment_base + head.segment_data_size == intact.size());
  const auto refuses = [&](size_t at, uint64_t value, const char* words) {
    auto bytes = intact;
    std::memcpy(bytes.data() + at, &value, 8);
    CHECK(read_head(span_of(bytes), bytes.size(), reason, &head) == Error::BadFile);
    CAPTURE(std::string(reason.text()));
    CHECK(std::string(reason.text()).find(words) != std::string::npos);
  };
  refuses(16, 1 << 20, "program_size is 1048576, but the file has 6996 bytes");
  refuses(16, ~uint64_t{0}, "cut short or damaged");
  refuses(24, ~uint64_t{0} - 100, "segments (4052 bytes from");
  refuses(24, 40, "lies inside the program");
  refuses(32, 5000, "end after the file's 6996 bytes");
  auto old = intact;  // 24 bytes: the size of the segments is not known
  old[12] = 24;
  CHECK(read_head(span_of(old), old.size(), reason, &head) == Error::Ok);
  CHECK(head.segment_data_size == 0);
  old[12] = 23;
  CHECK(read_head(span_of(old), old.size(), reason, &head) == Error::BadFile);
}

TEST_CASE("a head that contradicts itself") {
  const auto intact = golden("mlp.pte");
  Reason reason;
  FileHead head;
  auto bytes = intact;
  bytes[12] = 20;
  CHECK(read_head(span_of(bytes), bytes.size(), reason, &head) == Error::BadFile);
  CHECK(std::string(reason.text()) == "the extended header says it has 20 bytes; the least is 24");
  bytes = intact;
  std::memset(bytes.data() + 24, 0, 8);
  CHECK(read_head(span_of(bytes), bytes.size(), reason, &head) == Error::BadFile);
  CHECK(std::string(reason.text()) == "segment_data_size is 4052, but segment_base_offset is 0");
}

TEST_CASE("what a program says of the file") {
  const auto refused = [](const std::vector<uint8_t>& bytes, Error expected = Error::BadFile) {
    Reason reason;
    ProgramView view;
    CHECK(verify_program(span_of(bytes), reason, &view) == expected);
    return std::string(reason.text());
  };
  ProgramRecipe p;
  SUBCASE("no methods") {
    CHECK(refused(Recipe()
                      .set(pte::Program::version_slot, 1)
                      .set(pte::Program::named_data_slot, std::vector<Recipe>(9))
                      .file()) == "the program has no execution_plan");
  }
  SUBCASE("a root inside the head") {
    auto bytes = p.file();
    bytes[0] = 4, bytes[1] = 0;
    CHECK(refused(bytes) == "the root table's position is 4; the least is 8");
  }
  SUBCASE("segments without a place") {
    const Recipe segment = Recipe().set(pte::DataSegment::size_slot, 16);
    p.root.set(pte::Program::segments_slot, std::vector<Recipe>{segment});
    CHECK(refused(p.file()) == "segment 0 has 16 bytes, but the file does not say where segments begin");
  }
  SUBCASE("a segment past the end") {
    Copy c("mlp.pte");
    c.put(c.view.root.segments()[0].field(1), uint64_t{5000});
    CHECK(c.refused() ==
          "segment 0 (5000 bytes from 0) ends after the 4052 bytes of segment data; the file is cut short or damaged");
    c.put(c.view.root.segments()[0].field(1), ~uint64_t{0});
    CHECK(c.refused().find("segment 0 (9223372036854775807 bytes from 0) ends after the 4052 bytes") == 0);
  }
  SUBCASE("constants in a segment that is not there") {
    const Recipe table = Recipe().set(pte::SubsegmentOffsets::offsets_slot, std::vector<uint64_t>{0});
    p.root.set(pte::Program::constant_segment_slot, table);
    CHECK(refused(p.file()) == "constant_segment: names segment 0; there are 0");
  }
  SUBCASE("named data") {
    p.root.set(pte::Program::named_data_slot, std::vector<Recipe>{Recipe()});
    CHECK(refused(p.file()) == "named_data 0 has no key");
    p.root.set(pte::Program::named_data_slot, std::vector<Recipe>{Recipe().set(pte::NamedData::key_slot, "weights")});
    CHECK(refused(p.file()) == "named_data 0: names segment 0; there are 0");
  }
  SUBCASE("memory that no file is read into") {
    auto bytes = p.file();
    bytes.insert(bytes.begin(), 0);
    Reason reason;
    ProgramView view;
    CHECK(verify_program({bytes.data() + 1, bytes.size() - 1}, bytes.size() - 1, reason, &view) == Error::BadArgument);
    CHECK(std::string(reason.text()) == "the program's memory must begin at a multiple of 8 bytes");
    const auto whole = golden("mlp.pte");
    CHECK(verify_program({whole.data(), 1000}, whole.size(), reason, &view) == Error::BadArgument);
    CHECK(std::string(reason.text()).find("only 1000 of the program's ") == 0);
  }
}

TEST_CASE("tensors") {
  Copy c("mlp.pte");
  const uint32_t planned = c.find([](const pte::Tensor& t) { return t.allocation_info() && t.sizes().size == 2; });
  const uint32_t constant = c.find([](const pte::Tensor& t) { return t.is_constant(); });
  const pte::Tensor t = c.tensor(planned);
  SUBCASE("negative size") {
    c.put(t.sizes().data + 4, int32_t{-3});
    CHECK(c.refused() == value_n(planned) + "size 1 is -3; sizes must not be negative");
  }
  SUBCASE("bytes past the arena") {
    c.put(t.sizes().data, int32_t{1 << 20});
    CHECK(c.refused().find(value_n(planned) + "its ") == 0);
    CHECK(c.refused().find("bytes of arena 1") != std::string::npos);
  }
  SUBCASE("bytes that overflow") {
    for (int d = 0; d < 2; ++d) c.put(t.sizes().data + 4 * d, int32_t{0x7fffffff});
    CHECK(c.refused() == value_n(planned) + "the tensor's bytes overflow 64 bits");
  }
  SUBCASE("dtype") {
    c.put(t.field(0), int8_t{8});
    CHECK(c.refused() == value_n(planned) + "scalar_type is 8, which is no dtype of program files");
  }
  SUBCASE("dim_order") {
    c.put(t.dim_order().data, uint8_t{1});
    CHECK(c.refused() == value_n(planned) + "dim_order[1] is 1; it must be a permutation of 0..1");
  }
  SUBCASE("arena") {
    c.put(t.allocation_info().field(0), uint32_t{9});
    CHECK(c.refused() == value_n(planned) + "memory_id is 9; the method has arenas 1 to 1");
  }
  SUBCASE("a place between elements") {
    const uint32_t later = c.find([](const pte::Tensor& x) { return x.allocation_info().offset() != 0; });
    c.put(c.tensor(later).allocation_info().field(1), uint32_t{2});
    CHECK(c.refused() == value_n(later) + "its offset 2 is not a multiple of its element's 4 bytes");
  }
  SUBCASE("constant") {
    c.put(c.tensor(constant).field(5), uint32_t{77});
    CHECK(c.refused() == value_n(constant) + "data_buffer_idx is 77; there are 6");
  }
}

TEST_CASE("indices") {
  Copy c("mlp.pte");
  const auto kernel = c.instruction(pte::Call::Kernel).as<pte::KernelCall>();
  const std::string count = std::to_string(c.plan().values().size);
  SUBCASE("input") {
    c.put(c.plan().inputs().data, int32_t{-1});
    CHECK(c.refused() == "input 0 of method \"forward\": it names value -1; there are " + count);
  }
  SUBCASE("constant as input") {
    const uint32_t constant = c.find([](const pte::Tensor& t) { return t.is_constant(); });
    c.put(c.plan().inputs().data, static_cast<int32_t>(constant));
    CHECK(c.refused() == "input 0 of method \"forward\": it names value " + std::to_string(constant) + ", a constant");
  }
  SUBCASE("argument") {
    c.put(kernel.args().data + 4, int32_t{1 << 20});
    CHECK(c.refused() == "instruction 0 of method \"forward\": args item 1 names value 1048576; there are " + count);
  }
  SUBCASE("arena size") {
    c.put(c.plan().non_const_buffer_sizes().data + 8, int64_t{-1});
    CHECK(c.refused() == "arena 1 of method \"forward\": its size is -1 bytes");
  }
  SUBCASE("constants' segment") {
    c.put(c.view.root.constant_segment().offsets().data + 16, ~uint64_t{0});
    CHECK(c.refused().find("constant_segment: entry 2 begins at byte") == 0);
  }
}

TEST_CASE("jumps and delegates") {
  {
    Copy c("cond.pte");
    const auto jump = c.instruction(pte::Call::JumpFalse).as<pte::JumpFalseCall>();
    const uint32_t count = c.plan().chains()[0].instructions().size;
    c.put(jump.field(1), static_cast<int32_t>(count));  // one past the last ends the method
    Reason reason;
    ProgramView view;
    CHECK(verify_program(span_of(c.bytes), reason, &view) == Error::Ok);
    c.put(jump.field(1), static_cast<int32_t>(count + 1));
    CHECK(c.refused().find("jumps to instruction " + std::to_string(count + 1)) != std::string::npos);
  }
  Copy c("xnn_fp32.pte");
  c.put(c.plan().delegates()[0].processed().field(1), uint32_t{99});
  CHECK(c.refused().find("delegate 0 of method \"forward\": its payload is number 99") == 0);
}

TEST_CASE("a list of tensors names tensors") {
  Copy c("cat_split_dict.pte");
  uint32_t list = 0, number = 0;
  const auto items = c.first(pte::Tag::TensorList, &list).as<pte::TensorList>().items();
  REQUIRE(c.first(pte::Tag::Int, &number));
  c.put(items.data, static_cast<int32_t>(number));
  CHECK(c.refused() == value_n(list) + "list item 0 names value " + std::to_string(number) + ", which is not a tensor");
}

// A program as old releases wrote it: constants and delegate payloads lie in the flatbuffer, and there is no header.
std::vector<uint8_t> old_program(uint32_t constant_bytes, bool with_segment_offsets) {
  using Ref = flat::FlatBuilder::Ref;
  flat::FlatBuilder b;
  const auto ints = [&](std::vector<int32_t> items) { return b.vector(items); };
  const Ref sizes = ints({2, 3}), order = b.vector(std::vector<uint8_t>{0, 1});
  b.begin();
  b.set(pte::Tensor::scalar_type_slot, static_cast<int8_t>(DType::Float32));
  b.set(pte::Tensor::sizes_slot, sizes);
  b.set(pte::Tensor::dim_order_slot, order);
  b.set(pte::Tensor::data_buffer_idx_slot, 1);
  const Ref tensor = b.end();
  b.begin();
  b.set(pte::EValue::val_type_slot, static_cast<uint8_t>(pte::Tag::Tensor));
  b.set(pte::EValue::val_slot, tensor);
  const Ref values = b.vector(std::vector<Ref>{b.end()});
  const Ref no_tables = b.vector(std::vector<Ref>{}), none = ints({}), zero = ints({0});
  b.begin();
  b.set(pte::Chain::instructions_slot, no_tables);
  const Ref chains = b.vector(std::vector<Ref>{b.end()});
  const Ref name = b.string("forward"), id = b.string("backend"), arenas = b.vector(std::vector<int64_t>{0});
  b.begin();
  const Ref processed = b.end();  // payload 0, inline
  b.begin();
  b.set(pte::BackendDelegate::id_slot, id);
  b.set(pte::BackendDelegate::processed_slot, processed);
  const Ref delegates = b.vector(std::vector<Ref>{b.end()});
  b.begin();
  b.set(pte::ExecutionPlan::name_slot, name);
  b.set(pte::ExecutionPlan::values_slot, values);
  b.set(pte::ExecutionPlan::inputs_slot, none);
  b.set(pte::ExecutionPlan::outputs_slot, zero);
  b.set(pte::ExecutionPlan::chains_slot, chains);
  b.set(pte::ExecutionPlan::delegates_slot, delegates);
  b.set(pte::ExecutionPlan::non_const_buffer_sizes_slot, arenas);
  const Ref plans = b.vector(std::vector<Ref>{b.end()});
  const std::vector<uint8_t> bytes(constant_bytes, 7);
  const Ref storage = b.vector(Bytes(bytes.data(), bytes.size()), 16);
  b.begin();
  const Ref placeholder = b.end();
  b.begin();
  b.set(pte::Buffer::storage_slot, storage);
  const Ref buffers = b.vector(std::vector<Ref>{placeholder, b.end()});
  b.begin();
  b.set(pte::BackendDelegateInlineData::data_slot, storage);
  const Ref payloads = b.vector(std::vector<Ref>{b.end()});
  b.begin();
  const Ref segments = b.vector(std::vector<Ref>{b.end()});
  const Ref offsets = b.vector(std::vector<uint64_t>{0});
  b.begin();
  b.set(pte::SubsegmentOffsets::offsets_slot, offsets);
  const Ref constants = b.end();
  b.begin();
  b.set(pte::Program::execution_plan_slot, plans);
  b.set(pte::Program::constant_buffer_slot, buffers);
  b.set(pte::Program::backend_delegate_data_slot, payloads);
  if (with_segment_offsets) b.set(pte::Program::segments_slot, segments);
  if (with_segment_offsets) b.set(pte::Program::constant_segment_slot, constants);
  b.finish(b.end(), pte::kFileId);
  return {b.bytes().begin(), b.bytes().end()};
}

TEST_CASE("files of old releases") {
  Reason reason;
  ProgramView view;
  const auto good = old_program(24, false);
  CHECK(verify_program(span_of(good), reason, &view) == Error::Ok);
  CHECK(std::string(reason.text()) == "");
  ProgramData data;
  REQUIRE(read_program_data(span_of(good), reason, &data) == Error::Ok);
  REQUIRE(data.constants.size() == 1);
  CHECK(data.constants[0].size == 24);
  CHECK(data.constants[0][23] == 7);
  CHECK(data.delegate_blobs[0].size == 24);
  const auto small = old_program(20, false);
  CHECK(verify_program(span_of(small), reason, &view) == Error::BadFile);
  CHECK(std::string(reason.text()) == value_n(0) + "it needs 24 bytes; its constant has 20");
  const auto both = old_program(24, true);
  CHECK(verify_program(span_of(both), reason, &view) == Error::BadFile);
  CHECK(std::string(reason.text()).find("constants lie both in constant_buffer and in constant_segment") == 0);
}

}  // namespace
}  // namespace gleed
