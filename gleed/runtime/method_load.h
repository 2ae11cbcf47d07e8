// method_load.h -- MethodLoad: the steps from a verified plan to a method that can run blind, for the files that take
// them.
#pragma once
#include "gleed/runtime/method.h"

namespace gleed {

// Fills in one Method. The file has been verified: indices name something of the right kind, tensors lie inside their
// arenas and segments, aligned to their elements, and the one chain is there. What is checked here depends on this
// build, on the memory that was given, or on the operators' schemas.
class MethodLoad {
 public:
  MethodLoad(Method& method, Program& program, const pte::ExecutionPlan& plan, Arena& arena, Reason& reason,
             const MethodOptions& options)
      : m_(method), program_(program), plan_(plan), arena_(arena), reason_(reason), options_(options) {}

  Error run();

 private:
  Error steps();

  // method_load.cpp: values and the memory that they lie in.
  Error take_arenas();
  Error read_values();
  Error read_value(size_t i, const pte::EValue& source);
  Error read_tensor(size_t i, const pte::Tensor& source, Tensor& t);
  Error place_tensor(size_t i, const pte::Tensor& source, Tensor& t);
  Error own_memory(size_t i, Tensor& t);
  Error read_inputs_outputs();
  Error give_memory();
  Error note_states();

  // method_instructions.cpp: what is called, with what, and what of it can be proven once.
  Error read_delegates();
  Error read_instructions();
  Error read_instruction(size_t pc, const pte::Instruction& source, Method::Instruction& in);
  Error read_op(size_t pc, const pte::KernelCall& call, Method::Instruction& in);
  Error read_args(const flat::Vector<int32_t>& numbers, Method::Instruction& in);
  bool is_return(const Value& given, const Args& args) const;
  Error check_tensors(size_t pc, Word name, size_t i, ArgKind kind, const Value& v);
  Error check_move(size_t pc, const Method::Instruction& in);
  void use(size_t i);
  bool is_late(const Value& v) const;
  void note_late_data(Method::Instruction& in);
  Error load_delegates();
  Error load_delegate(size_t k);
  bool is_fixed(const Method::Instruction& in) const;
  Error prove_shapes();

  size_t index_of(const Value* v) const { return static_cast<size_t>(v - m_.table_.data); }

  Error no_room(const char* what);
  Error bad_value(size_t i, std::initializer_list<Word> words, Error error = Error::BadFile);
  Error bad_instruction(size_t pc, std::initializer_list<Word> words, Error error = Error::BadFile);
  template <class T>
  Error array(size_t count, const char* what, Span<T>* out) {
    *out = arena_.array<T>(count);
    if (count && !out->data) return no_room(what);
    out->size = count;
    return Error::Ok;
  }

  enum : uint8_t { kUsed = 1, kWritten = 2, kInput = 4, kHasInitialValue = 8, kUpdated = 16 };

  Method& m_;
  Program& program_;
  const pte::ExecutionPlan& plan_;
  Arena& arena_;
  Reason& reason_;
  const MethodOptions& options_;
  Span<uint8_t> flags_;  // per value
  Span<Tensor> tensors_;
  Span<int64_t> strides_;
  size_t tensors_used_ = 0, strides_used_ = 0;
};

}  // namespace gleed
