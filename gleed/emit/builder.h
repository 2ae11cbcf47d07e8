// builder.h -- MethodBuilder and ProgramBuilder: values and instructions in, planned memory and a file's structure out.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "gleed/core/catalogue.h"
#include "gleed/format/program_data.h"
#include "gleed/plan/plan.h"

namespace gleed::emit {

class ProgramBuilder;

// Collects one method. Values are numbered from 0 in the order they are added. Tensors are planned into memory unless
// they are made constants, views or state.
class MethodBuilder {
 public:
  MethodBuilder(ProgramBuilder& program, std::string name) : program_(program) { data_.name = std::move(name); }

  int32_t add_none();
  int32_t add_int(int64_t value);
  int32_t add_bool(bool value);
  int32_t add_double(double value);
  int32_t add_string(std::string value);
  int32_t add_int_list(std::vector<int64_t> values);  // value numbers of Ints
  int32_t add_double_list(std::vector<double> values);
  int32_t add_bool_list(std::vector<bool> values);
  int32_t add_tensor_list(std::vector<int32_t> values);
  int32_t add_optional_tensor_list(std::vector<int32_t> values);  // -1 for none
  // sizes: the largest; dim_order: outermost first; dynamic: may be smaller at run time.
  int32_t add_tensor(int dtype, std::vector<int32_t> sizes, std::vector<uint8_t> dim_order, bool dynamic);

  // The tensor is the program's constant `index`, as ProgramBuilder::add_constant numbered it.
  void set_constant(int32_t tensor, uint32_t index);
  // The tensor lies in the memory of `source`, `offset` bytes further; no instruction writes it.
  void set_alias(int32_t tensor, int32_t source, uint64_t offset);
  // The tensor is pointed at the memory of `source` by an instruction; it has no place of its own.
  void set_floating(int32_t tensor, int32_t source);
  // The tensor keeps its elements from call to call. `initial` (empty: zeros) is what it starts with, copied.
  void set_state(int32_t tensor, std::string initial, std::string name);

  // A call of the catalogue's operator `key`. args: schema order, then the return values again. NotFound without such
  // an operator.
  Error add_op(const std::string& key, std::vector<int32_t> args, Reason& reason);
  // A delegate of this method; returns its number. What it looks up by name goes to ProgramBuilder::add_named_data.
  int32_t add_delegate(std::string backend, std::string payload,
                       std::vector<std::pair<std::string, std::string>> specs);
  void add_delegate_call(int32_t delegate, std::vector<int32_t> inputs, std::vector<int32_t> outputs);

  // Control flow. `to` becomes what `from`, a number, is at that moment.
  void add_move(int32_t from, int32_t to);
  // Goes to an instruction when `condition`, a bool or a bool tensor of one element, is false. Returns its number;
  // where it goes is said by set_target; the next one until then.
  int32_t add_jump_false(int32_t condition);
  void set_target(int32_t jump, int32_t target);
  int32_t instructions() const { return static_cast<int32_t>(data_.instructions.size()); }
  // Instructions `begin` up to `end` may run many times: what crosses a border keeps its memory in between.
  void add_loop(int32_t begin, int32_t end) { loops_.emplace_back(begin, end); }

  void set_inputs(std::vector<int32_t> values) { data_.inputs = std::move(values); }
  void set_outputs(std::vector<int32_t> values) { data_.outputs = std::move(values); }
  void set_trees(std::string inputs, std::string outputs);
  // Inputs and outputs that own their memory get an arena each, exactly as large: memory_id 2 for the first input and
  // so on, outputs after the inputs. So whoever loads the method can lend it the memory of tensors that exist already.
  void set_lendable() { lendable_ = true; }

  // Gives every tensor its place; call once, when everything is added. BadArgument on a contradiction.
  Error plan(plan::Plan* out, Reason& reason);

  const MethodData& data() const { return data_; }

 private:
  enum class Where : uint8_t { Planned, Constant, Alias, Floating, State };
  struct Storage {  // what the planner has to know of a tensor
    Where where = Where::Planned;
    int32_t source = -1;  // Alias, Floating: the tensor whose memory it shares
    uint64_t offset = 0;  // Alias: bytes from the source's start
    int32_t buffer = -1;  // its number in the plan's problem
    uint32_t arena = 1;   // Planned: its memory_id
  };
  struct Operands {             // of one instruction, written and read apart
    const OpDef* op = nullptr;  // nullptr: a delegate
    std::vector<int32_t> reads, writes;
  };

  int32_t add(ValueData value);
  TensorData* tensor(int32_t value);
  std::vector<int32_t> tensors_in(int32_t value) const;
  Operands operands(const InstructionData& instruction) const;
  int32_t root(int32_t value) const;
  void spread_over_arenas();
  void keep_over_loops(plan::Problem* problem) const;
  int32_t add_buffer(int32_t value, plan::Problem* problem);
  void offer_in_place(int32_t at, const Operands& in, plan::Problem* problem) const;

  ProgramBuilder& program_;
  MethodData data_;
  bool lendable_ = false;
  std::vector<Storage> storage_;                    // per value; unused for values that are no tensors
  std::vector<const OpDef*> ops_;                   // per entry of data_.operators
  std::vector<std::pair<int32_t, int32_t>> loops_;  // inner ones first
  std::vector<size_t> delegate_outputs_at_;  // per instruction: where a delegate call's outputs begin in its arguments
};

// Collects a program. Bytes of constants stay the caller's and must live until `write`.
class ProgramBuilder {
 public:
  MethodBuilder& add_method(std::string name) { return methods_.emplace_back(*this, std::move(name)); }
  // The number for MethodBuilder::set_constant. Equal bytes share one place in the file, whatever their numbers.
  uint32_t add_constant(Bytes bytes);
  // Copies; the numbers for TensorData::data of state, and for delegates.
  uint32_t add_initial_value(std::string bytes);
  uint32_t add_delegate_blob(std::string bytes);
  // Bytes that backends look up by name; the same bytes may come twice, others under the same key are BadArgument.
  Error add_named_data(std::string key, std::string bytes, Reason& reason);

  // The program with all its methods, which must be planned; it points into this builder.
  ProgramData finish() const;

 private:
  std::deque<MethodBuilder> methods_;
  std::deque<std::string> copies_;  // what the spans below point to, where the builder owns it
  std::vector<Bytes> constants_, initial_values_, delegate_blobs_;
  std::vector<NamedBlob> named_data_;
};

}  // namespace gleed::emit
