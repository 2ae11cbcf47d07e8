// method.h -- Method: one entry point of a program, loaded with memory of its own and ready to run.
#pragma once
#include "gleed/runtime/event.h"
#include "gleed/runtime/program.h"

namespace gleed {

// Choices at load; the defaults suit nearly everyone.
struct MethodOptions {
  // Memory for the planned arenas, memory_id 1 first: at least `Method::arena_bytes` each, aligned to kAlignment,
  // zeroed, owned by the caller. Entries left out or null are taken from the load arena. Two methods may be given the
  // same memory.
  Span<const Span<uint8_t>> arenas;
  // Told about everything that happens in this method.
  EventHook events;
};

// Two phases: construct anywhere, then `load`. All memory is taken then; `execute` takes none, makes no system call and
// throws nothing. One method runs on one thread at a time; methods of one program may run side by side.
class Method {
 public:
  Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;
  ~Method();

  // Resolves operators and backends, checks every instruction against their schemas and proves shapes that cannot
  // change. `arena` must outlive the method. Errors: NotFound (no such method), MissingOp, MissingBackend, BadFile,
  // Unsupported, OutOfMemory.
  Error load(Program& program, const char* name, Arena& arena, Reason& reason, const MethodOptions& options = {});

  // Bytes of the planned arena `memory_id` (from 1) of method `name`; 0 when there is none.
  static uint64_t arena_bytes(const Program& program, const char* name, uint32_t memory_id);

  const char* name() const { return name_; }
  size_t input_count() const { return inputs_.size; }
  size_t output_count() const { return outputs_.size; }
  // The input's place in the value table: its dtype, largest sizes (Tensor::bounds), or its fixed number.
  const Value& input(size_t i) const { return table_[inputs_[i]]; }
  // True when the program writes input i in place: after `execute`, `input(i)` holds its new elements.
  bool updates_input(size_t i) const { return input_is_updated_[i]; }

  // Copies the caller's value in. A tensor must have the input's dtype and rank, and sizes within its bounds; any
  // strides. Its `dim_order` and `bounds` are not read. Elements that lie in the input's own place already, in memory
  // that was lent by MethodOptions::arenas, are not copied. A number that was fixed at export must be equal.
  // BadArgument names the input.
  Error set_input(size_t i, const Value& value, Reason& reason);
  Error set_input(size_t i, const Tensor& tensor, Reason& reason);

  // Tells `events` about everything from now on; an empty hook turns it off.
  void listen(const EventHook& events) { events_ = events; }

  // Runs the method. All inputs must have been set since the last time, as their memory also serves other tensors:
  // BadState otherwise. Errors name the instruction and operator; after one the outputs are unspecified.
  Error execute(Reason& reason);

  // Valid until the next `execute`; tensors lie in the method's memory.
  const Value& output(size_t i) const { return table_[outputs_[i]]; }

  // Gives mutable buffers and loop counters the values they had after `load`; inputs must be set again.
  void reset();

 private:
  friend class MethodLoad;
  struct Instruction {
    enum class Kind : uint8_t { Op, Delegate, Move, JumpFalse, Nothing } kind = Kind::Nothing;
    bool shapes_proven = false;  // the rule held at load and nothing it reads can change
    bool late_data = false;      // some tensor gets its memory while running: check before use
    const OpDef* op = nullptr;
    Span<Value*> args;
    uint32_t a = 0, b = 0;  // Delegate: its number; Move: from, to; JumpFalse: condition, target
  };
  struct Delegate {
    const BackendDef* backend = nullptr;
    void* instance = nullptr;
  };
  struct State {  // a value that instructions change, and what it starts as
    uint32_t value = 0;
    Value first;
    Bytes bytes;  // a mutable buffer's initial elements; else empty
  };

  void restore();
  Error run_all(Reason& reason);
  Error run_instruction(Context& ctx, size_t pc, size_t* next);
  Error run_op(Context& ctx, const Instruction& instruction);
  Error check_late_data(Context& ctx, const Instruction& instruction) const;
  Error explain(Error error, Reason& reason, size_t pc) const;
  Error set_number(size_t i, const Value& value, Reason& reason);
  Error input_error(Reason& reason, size_t i, std::initializer_list<Word> words) const;

  const char* name_ = "";
  Program* program_ = nullptr;
  Span<Value> table_;
  Span<const int32_t> inputs_, outputs_;
  Span<uint8_t> input_is_set_;  // one flag an input
  Span<uint8_t> input_is_updated_;
  Span<uint8_t> input_is_used_;  // numbers only: some instruction reads it
  Span<Instruction> instructions_;
  Span<Delegate> delegates_;
  Span<State> states_;
  Span<Span<uint8_t>> arenas_;  // memory_id 1 first
  Span<uint8_t> scratch_;
  EventHook events_;
};

}  // namespace gleed
