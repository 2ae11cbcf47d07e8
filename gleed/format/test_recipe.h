// test_recipe.h -- for tests: flatbuffer tables as data, so that a field can be changed or left out before they are
// built, and a small valid program to begin with.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "gleed/format/flat_builder.h"
#include "gleed/format/schema.h"

namespace gleed {

// A table: fields by slot. A field that is set again is replaced.
class Recipe {
  using Builder = flat::FlatBuilder;
  using Ref = Builder::Ref;
  using Setter = std::function<void(Builder&)>;

 public:
  template <class T, unsigned kNumber, class V>
  Recipe& set(flat::Slot<T, kNumber> slot, V value) {
    makers_[kNumber] = [slot, value](Builder& b) -> Setter {
      if constexpr (std::is_arithmetic_v<V>) {
        return [slot, value](Builder& to) { to.set(slot, value); };
      } else {
        const Ref child = make(b, value);
        return [slot, child](Builder& to) { to.set(slot, child); };
      }
    };
    return *this;
  }
  template <class T, unsigned kNumber>
  Recipe& drop(flat::Slot<T, kNumber>) {
    makers_.erase(kNumber);
    return *this;
  }
  Ref build(Builder& b) const {
    std::vector<Setter> setters;
    for (const auto& [slot, maker] : makers_) setters.push_back(maker(b));  // children first
    b.begin();
    for (const Setter& setter : setters) setter(b);
    return b.end();
  }
  // A file with this as its root.
  std::vector<uint8_t> file() const {
    Builder b;
    b.finish(build(b), pte::kFileId);
    return {b.bytes().begin(), b.bytes().end()};
  }

 private:
  static Ref make(Builder& b, const Recipe& table) { return table.build(b); }
  static Ref make(Builder& b, const char* text) { return b.string(text); }
  static Ref make(Builder& b, const std::string& text) { return b.string(text); }
  static Ref make(Builder& b, const std::vector<Recipe>& tables) {
    std::vector<Ref> refs;
    for (const Recipe& table : tables) refs.push_back(table.build(b));
    return b.vector(refs);
  }
  template <class T>
  static Ref make(Builder& b, const std::vector<T>& items) {
    return b.vector(items);
  }

  std::map<unsigned, std::function<Setter(Builder&)>> makers_;
};

// The parts of a program that negates a 2 x 3 tensor; change them, then call `file`.
struct ProgramRecipe {
  Recipe place, tensor, number, kernel, op, plan, chain, root;
  std::vector<Recipe> values, instructions, operators, delegates;

  ProgramRecipe() {
    place.set(pte::AllocationDetails::memory_id_slot, 1);
    tensor.set(pte::Tensor::scalar_type_slot, static_cast<int8_t>(DType::Float32))
        .set(pte::Tensor::sizes_slot, std::vector<int32_t>{2, 3})
        .set(pte::Tensor::dim_order_slot, std::vector<uint8_t>{0, 1})
        .set(pte::Tensor::allocation_info_slot, place);
    number.set(pte::Int::int_val_slot, 5);
    kernel.set(pte::KernelCall::args_slot, std::vector<int32_t>{0, 0, 0});
    op.set(pte::Operator::name_slot, "aten::neg").set(pte::Operator::overload_slot, "out");
    plan.set(pte::ExecutionPlan::name_slot, "forward")
        .set(pte::ExecutionPlan::inputs_slot, std::vector<int32_t>{0})
        .set(pte::ExecutionPlan::outputs_slot, std::vector<int32_t>{0})
        .set(pte::ExecutionPlan::non_const_buffer_sizes_slot, std::vector<int64_t>{0, 24});
    values = {value(pte::Tag::Tensor, tensor), value(pte::Tag::Int, number)};
    instructions = {instruction(pte::Call::Kernel, kernel)};
    operators = {op};
  }

  static Recipe value(pte::Tag tag, const Recipe& table) {
    return Recipe().set(pte::EValue::val_type_slot, static_cast<uint8_t>(tag)).set(pte::EValue::val_slot, table);
  }
  static Recipe instruction(pte::Call call, const Recipe& table) {
    return Recipe()
        .set(pte::Instruction::instr_args_type_slot, static_cast<uint8_t>(call))
        .set(pte::Instruction::instr_args_slot, table);
  }

  // The file. What was set in `plan`, `chain` or `root` by the caller stays, the lists here go where they belong.
  std::vector<uint8_t> file() const {
    Recipe c = chain, p = plan, r = root;
    if (!no_instructions) c.set(pte::Chain::instructions_slot, instructions);
    if (!no_values) p.set(pte::ExecutionPlan::values_slot, values);
    if (!no_delegates) p.set(pte::ExecutionPlan::delegates_slot, delegates);
    if (chains) p.set(pte::ExecutionPlan::chains_slot, std::vector<Recipe>(chains, c));
    p.set(pte::ExecutionPlan::operators_slot, operators);
    r.set(pte::Program::execution_plan_slot, std::vector<Recipe>{p});
    return r.file();
  }
  bool no_instructions = false, no_values = false, no_delegates = false;
  size_t chains = 1;
};

}  // namespace gleed
