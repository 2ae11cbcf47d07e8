// verify_method_test.cpp -- each thing a method can get wrong, alone in a small program, and the words for it.
#include "gleed/format/verify_method.h"

#include <doctest/doctest.h>

#include "gleed/format/test_golden.h"
#include "gleed/format/test_recipe.h"
#include "gleed/format/verify.h"

namespace gleed {
namespace {

using pte::Call;
using pte::Tag;
using pte::Tensor;

std::string refused(const std::vector<uint8_t>& file, Error expected = Error::BadFile) {
  Reason reason;
  ProgramView view;
  CHECK(verify_program(span_of(file), reason, &view) == expected);
  return reason.text();
}

// The words about value 0 of a program that has it.
std::string about(const Recipe& value) {
  ProgramRecipe p;
  p.values[0] = value;
  const std::string words = refused(p.file()), prefix = "value 0 of method \"forward\": ";
  CAPTURE(words);
  CHECK(words.find(prefix) == 0);
  return words.substr(prefix.size() < words.size() ? prefix.size() : 0);
}

template <class Slot, class V>
std::string with(Slot slot, V v) {
  ProgramRecipe p;
  return about(ProgramRecipe::value(Tag::Tensor, p.tensor.set(slot, v)));
}
template <class Slot>
std::string without(Slot slot) {
  ProgramRecipe p;
  return about(ProgramRecipe::value(Tag::Tensor, p.tensor.drop(slot)));
}

TEST_CASE("the program to begin with is valid") { CHECK(refused(ProgramRecipe().file(), Error::Ok) == ""); }

TEST_CASE("a tensor's own fields") {
  CHECK(without(Tensor::sizes_slot) == "the tensor has no sizes");
  CHECK(with(Tensor::sizes_slot, std::vector<int32_t>(17, 1)) == "rank is 17; the most is 16");
  CHECK(with(Tensor::dim_order_slot, std::vector<uint8_t>{0}) == "dim_order has 1 entries for 2 sizes");
  CHECK(with(Tensor::storage_offset_slot, 4) == "storage_offset is 4; only 0 is allowed");
  CHECK(with(Tensor::layout_slot, 1) == "layout is 1; only 0 (strided) is allowed");
  CHECK(with(Tensor::shape_dynamism_slot, 2) ==
        "shape_dynamism is 2; only static (0) and bounded (1) shapes can be planned");
  CHECK(with(Tensor::data_buffer_idx_slot, 1) == "it has an initial value, but the program has none");
}

TEST_CASE("a tensor's data elsewhere") {
  Recipe extra;
  extra.set(pte::ExtraTensorInfo::location_slot, 2);
  CHECK(with(Tensor::extra_tensor_info_slot, extra) == "data location is 2; 0 and 1 are known");
  extra.set(pte::ExtraTensorInfo::location_slot, 1);
  CHECK(with(Tensor::extra_tensor_info_slot, extra) == "its data lies outside, but it has no name to look it up by");
  ProgramRecipe p;
  p.tensor.set(Tensor::data_buffer_idx_slot, 1);
  const Recipe second = Recipe().set(pte::ExtraTensorInfo::mutable_data_segments_idx_slot, 1);
  CHECK(about(ProgramRecipe::value(Tag::Tensor, p.tensor.set(Tensor::extra_tensor_info_slot, second))) ==
        "mutable_data_segments_idx is 1; only 0 is known");
}

TEST_CASE("a constant in a segment") {
  auto bytes = golden("mlp.pte");
  ProgramView view;
  Reason reason;
  REQUIRE(verify_program(span_of(bytes), reason, &view) == Error::Ok);
  const auto put = [&](const uint8_t* at, uint64_t value) {
    REQUIRE(at);
    std::memcpy(bytes.data() + (at - bytes.data()), &value, sizeof value);
  };
  const auto offsets = view.root.constant_segment().offsets();
  uint64_t last = 0;
  for (const uint64_t offset : offsets) last = offset > last ? offset : last;
  SUBCASE("ends before the tensor does") {
    put(view.root.segments()[0].field(1), last + 1);
    CHECK(refused(bytes).find(" bytes of data at " + std::to_string(last) + " end after the ") != std::string::npos);
    CHECK(refused(bytes).find(" bytes of segment 0") != std::string::npos);
  }
  SUBCASE("lies at an odd place") {
    put(offsets.data + 8, offsets[1] + 1);
    CHECK(refused(bytes).find("its data is not aligned to its element's 4 bytes") != std::string::npos);
  }
}

TEST_CASE("values of other kinds") {
  CHECK(about(Recipe()) == "its kind is 0; kinds are 1..11");
  CHECK(about(Recipe().set(pte::EValue::val_type_slot, 2)) == "it has a kind but no value");
  CHECK(about(ProgramRecipe::value(Tag::String, Recipe())) == "the string is missing");
  CHECK(about(ProgramRecipe::value(Tag::DoubleList, Recipe())) == "list is missing");
  CHECK(about(ProgramRecipe::value(Tag::IntList, Recipe())) == "list is missing");
  Recipe numbers;
  numbers.set(pte::IntList::items_slot, std::vector<int64_t>{1, 0});
  CHECK(about(ProgramRecipe::value(Tag::IntList, numbers)) == "list item 1 names value 0, which is not a number");
}

TEST_CASE("a method without one of its parts") {
  ProgramRecipe p;
  SUBCASE("name") {
    p.plan.drop(pte::ExecutionPlan::name_slot);
    CHECK(refused(p.file()) == "method 0 has no name");
  }
  SUBCASE("values") {
    p.no_values = true;
    CHECK(refused(p.file()) == "method \"forward\" has no values");
  }
  SUBCASE("inputs") {
    p.plan.drop(pte::ExecutionPlan::inputs_slot);
    CHECK(refused(p.file()) == "method \"forward\" has no inputs");
  }
  SUBCASE("delegates") {
    p.no_delegates = true;
    CHECK(refused(p.file()) == "method \"forward\" has no delegates");
  }
  SUBCASE("instructions") {
    p.no_instructions = true;
    CHECK(refused(p.file()) == "method \"forward\" has no instructions");
  }
  SUBCASE("more chains than one") {
    p.chains = 2;
    CHECK(refused(p.file(), Error::Unsupported) == "method \"forward\" has 2 chains; one is supported");
  }
  SUBCASE("an output that is none of its values") {
    p.plan.set(pte::ExecutionPlan::outputs_slot, std::vector<int32_t>{9});
    CHECK(refused(p.file()) == "output 0 of method \"forward\": it names value 9; there are 2");
  }
}

TEST_CASE("operators") {
  ProgramRecipe p;
  p.operators = {Recipe()};
  CHECK(refused(p.file()) == "operator 0 of method \"forward\": it has no name");
  p.operators = {Recipe().set(pte::Operator::name_slot, std::string(100, 'x'))};
  CHECK(refused(p.file()) == "operator 0 of method \"forward\": its name has 100 bytes; the most is 99");
}

std::string instruction(Call call, const Recipe& table) {
  ProgramRecipe p;
  p.instructions = {ProgramRecipe::instruction(call, table)};
  const std::string words = refused(p.file()), prefix = "instruction 0 of method \"forward\": ";
  CHECK(words.find(prefix) == 0);
  return words.substr(prefix.size());
}

TEST_CASE("instructions") {
  Recipe kernel, delegate;
  CHECK(instruction(Call::Kernel, kernel.set(pte::KernelCall::op_index_slot, 3)) == "calls operator 3; there are 1");
  CHECK(instruction(Call::Kernel, kernel.set(pte::KernelCall::op_index_slot, -1)) == "calls operator -1; there are 1");
  CHECK(instruction(Call::Kernel, Recipe()) == "args is missing");
  CHECK(instruction(Call::Delegate, delegate) == "calls delegate 0; there are 0");
  CHECK(instruction(Call::Move, Recipe().set(pte::MoveCall::move_to_slot, 7)) == "move_to names value 7; there are 2");
  ProgramRecipe p;
  p.instructions = {Recipe()};
  CHECK(refused(p.file()) == "instruction 0 of method \"forward\": its kind is 0; kinds are 1..5");
  p.instructions = {Recipe().set(pte::Instruction::instr_args_type_slot, 1)};
  CHECK(refused(p.file()) == "instruction 0 of method \"forward\": its arguments are missing");
}

TEST_CASE("delegates") {
  const auto delegate = [](const Recipe& table) {
    ProgramRecipe p;
    p.delegates = {table};
    const std::string words = refused(p.file()), prefix = "delegate 0 of method \"forward\": ";
    CHECK(words.find(prefix) == 0);
    return words.substr(prefix.size());
  };
  Recipe d, reference;
  CHECK(delegate(d) == "it has no backend id");
  d.set(pte::BackendDelegate::id_slot, "npu");
  CHECK(delegate(d) == "it has no payload");
  reference.set(pte::BackendDelegateDataReference::location_slot, 2);
  CHECK(delegate(d.set(pte::BackendDelegate::processed_slot, reference)) == "payload location is 2; 0 and 1 are known");
  ProgramRecipe p;
  const Recipe inline_data = Recipe().set(pte::BackendDelegateInlineData::data_slot, std::vector<uint8_t>{1});
  p.root.set(pte::Program::backend_delegate_data_slot, std::vector<Recipe>{inline_data});
  d.set(pte::BackendDelegate::processed_slot, Recipe())
      .set(pte::BackendDelegate::compile_specs_slot, std::vector<Recipe>{Recipe()});
  p.delegates = {d};
  CHECK(refused(p.file()) == "delegate 0 of method \"forward\": compile_spec 0 has no key");
}

}  // namespace
}  // namespace gleed
