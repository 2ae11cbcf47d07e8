// method_load.cpp -- from a verified plan to a method that can run blind: values, memory, instructions, proofs.
#include <cstring>

#include "gleed/runtime/method.h"

namespace gleed {

class MethodLoad {
 public:
  MethodLoad(Method& method, Program& program, const pte::ExecutionPlan& plan, Arena& arena, Reason& reason,
             const MethodOptions& options)
      : m_(method), program_(program), plan_(plan), arena_(arena), reason_(reason), options_(options) {}

  Error run() {
    m_.name_ = plan_.name().data;
    m_.program_ = &program_;
    m_.events_ = options_.events;
    m_.events_({Event::Kind::LoadBegin, 0, m_.name_});
    const Error error = steps();
    m_.events_({Event::Kind::LoadEnd, 0, m_.name_});
    return error;
  }

 private:
  Error steps() {
    GLEED_TRY(take_arenas());
    GLEED_TRY(read_values());
    GLEED_TRY(read_inputs_outputs());
    GLEED_TRY(read_delegates());
    GLEED_TRY(read_instructions());
    GLEED_TRY(note_states());
    GLEED_TRY(load_delegates());
    GLEED_TRY(prove_shapes());
    m_.restore();
    return Error::Ok;
  }

  Error no_room(const char* what) {
    return reason_.fail(Error::OutOfMemory, {"method \"", m_.name_, "\": no room for ", what});
  }

  template <class T>
  Error array(size_t count, const char* what, Span<T>* out) {
    *out = arena_.array<T>(count);
    if (count && !out->data) return no_room(what);
    out->size = count;
    return Error::Ok;
  }

  Error bad_value(size_t i, std::initializer_list<Word> words, Error error = Error::BadFile) {
    (void)reason_.fail(error, words);
    reason_.prefix({"method \"", m_.name_, "\", value ", i, ": "});
    return error;
  }

  Error bad_instruction(size_t pc, std::initializer_list<Word> words, Error error = Error::BadFile) {
    (void)reason_.fail(error, words);
    reason_.prefix({"method \"", m_.name_, "\", instruction ", pc, ": "});
    return error;
  }

  Error take_arenas() {
    const auto sizes = plan_.non_const_buffer_sizes();
    const uint32_t count = sizes.size ? sizes.size - 1 : 0;
    GLEED_TRY(array(count, "the table of arenas", &m_.arenas_));
    for (uint32_t k = 0; k < count; ++k) {
      const uint64_t bytes = static_cast<uint64_t>(sizes[k + 1]);
      m_.events_({Event::Kind::Arena, k + 1, nullptr, bytes});
      if (k < options_.arenas.size && options_.arenas[k].data) {
        if (options_.arenas[k].size < bytes) {
          return reason_.fail(Error::OutOfMemory, {"method \"", m_.name_, "\": arena ", k + 1, " needs ", bytes,
                                                   " bytes, was given ", options_.arenas[k].size});
        }
        m_.arenas_[k] = {options_.arenas[k].data, static_cast<size_t>(bytes)};
        continue;
      }
      void* memory = arena_.allocate(static_cast<size_t>(bytes));
      if (!memory) {
        return reason_.fail(Error::OutOfMemory,
                            {"method \"", m_.name_, "\": no room for arena ", k + 1, " of ", bytes, " bytes"});
      }
      m_.arenas_[k] = {static_cast<uint8_t*>(memory), static_cast<size_t>(bytes)};
    }
    return Error::Ok;
  }

  Error read_values() {
    const auto values = plan_.values();
    GLEED_TRY(array(values.size, "the value table", &m_.table_));
    GLEED_TRY(array(values.size, "value flags", &flags_));
    size_t tensors = 0, dims = 0;
    for (const pte::EValue value : values) {
      if (static_cast<Value::Tag>(value.val_type()) != Value::Tag::Tensor) continue;
      ++tensors;
      dims += value.as<pte::Tensor>().sizes().size;
    }
    GLEED_TRY(array(tensors, "tensors", &tensors_));
    GLEED_TRY(array(dims, "strides", &strides_));
    for (uint32_t i = 0; i < values.size; ++i) GLEED_TRY(read_value(i, values[i]));
    return Error::Ok;
  }

  Error read_value(size_t i, const pte::EValue& source) {
    Value& v = m_.table_[i];
    v.tag = static_cast<Value::Tag>(source.val_type());
    switch (v.tag) {
      case Value::Tag::None:
        return Error::Ok;
      case Value::Tag::Int:
        v.i = source.as<pte::Int>().int_val();
        return Error::Ok;
      case Value::Tag::Bool:
        v.b = source.as<pte::Bool>().bool_val();
        return Error::Ok;
      case Value::Tag::Double:
        v.d = source.as<pte::Double>().double_val();
        return Error::Ok;
      case Value::Tag::String: {
        const auto text = source.as<pte::StringValue>().string_val();
        v.string = text.c_str(), v.count = text.size;
        return Error::Ok;
      }
      case Value::Tag::IntList: {
        const auto items = source.as<pte::IntList>().items();
        v.int_items = items.span().data, v.count = items.size;
        return Error::Ok;
      }
      case Value::Tag::DoubleList: {
        const auto items = source.as<pte::DoubleList>().items();
        v.doubles = items.span().data, v.count = items.size;
        return Error::Ok;
      }
      case Value::Tag::BoolList: {
        const auto items = source.as<pte::BoolList>().items();
        v.bools = items.data, v.count = items.size;
        return Error::Ok;
      }
      case Value::Tag::TensorList:
      case Value::Tag::OptionalTensorList: {
        const auto items = v.tag == Value::Tag::TensorList ? source.as<pte::TensorList>().items()
                                                           : source.as<pte::OptionalTensorList>().items();
        v.tensor_items = items.span().data, v.count = items.size;
        return Error::Ok;
      }
      case Value::Tag::Tensor:
        break;
    }
    v.tensor = &tensors_[tensors_used_++];
    return read_tensor(i, source.as<pte::Tensor>(), *v.tensor);
  }

  Error read_tensor(size_t i, const pte::Tensor& source, Tensor& t) {
    const auto sizes = source.sizes();
    t.rank = static_cast<uint8_t>(sizes.size);
    t.dtype = static_cast<DType>(source.scalar_type());
    t.dim_order = source.dim_order().data;
    t.bounds = sizes.span().data;
    t.dynamic = source.shape_dynamism() != 0;
    // Never written while !dynamic: the sizes are used where they lie in the file.
    t.sizes = const_cast<int32_t*>(sizes.span().data);
    if (t.dynamic) {
      Span<int32_t> own;
      GLEED_TRY(array(sizes.size, "sizes", &own));
      for (uint32_t d = 0; d < sizes.size; ++d) own[d] = sizes[d];
      t.sizes = own.data;
    }
    t.strides = strides_.data + strides_used_;
    strides_used_ += t.rank;
    set_strides(t);
    t.capacity = t.bytes();  // verified not to overflow
    return place_tensor(i, source, t);
  }

  Error place_tensor(size_t i, const pte::Tensor& source, Tensor& t) {
    const auto extra = source.extra_tensor_info();
    if (extra && extra.device_type() != 0) {
      return bad_value(i, {"lies on another device; only the CPU is there"}, Error::Unsupported);
    }
    if (extra && extra.location() != 0) {
      return bad_value(i,
                       {"\"", extra.fully_qualified_name().c_str(),
                        "\" comes from a separate data file; this build cannot load those yet"},
                       Error::Unsupported);
    }
    const auto place = source.allocation_info();
    const uint32_t buffer = source.data_buffer_idx();
    if (place) {
      const uint64_t offset = place.offset();
      const Span<uint8_t>& arena = m_.arenas_[place.memory_id() - 1];
      t.data = arena.data + offset;  // verified to lie inside
      if (offset % dtype_bytes(t.dtype) != 0)
        return bad_value(i, {"its memory offset ", offset, " is not aligned to its elements"});
      if (buffer) flags_[i] |= kHasInitialValue;
      return Error::Ok;
    }
    if (!buffer) return Error::Ok;
    Bytes bytes;
    if (const Error error = program_.constant(buffer, t.capacity, reason_, &bytes); error != Error::Ok) {
      reason_.prefix({"method \"", m_.name_, "\", value ", i, ": "});
      return error;
    }
    if (reinterpret_cast<uintptr_t>(bytes.data) % dtype_bytes(t.dtype) != 0) {
      return bad_value(i, {"constant ", buffer, " is not aligned to its elements"});
    }
    t.data = const_cast<uint8_t*>(bytes.data);
    t.constant = true;
    return Error::Ok;
  }

  // Memory for a tensor that the file leaves to the caller.
  Error own_memory(size_t i, Tensor& t) {
    t.data = arena_.allocate(t.capacity);
    return t.data ? Error::Ok : bad_value(i, {"no room for ", t.capacity, " bytes"}, Error::OutOfMemory);
  }

  Error read_inputs_outputs() {
    m_.inputs_ = plan_.inputs().span();
    m_.outputs_ = plan_.outputs().span();
    GLEED_TRY(array(m_.inputs_.size, "input flags", &m_.input_is_set_));
    GLEED_TRY(array(m_.inputs_.size, "input flags", &m_.input_is_used_));
    for (const int32_t i : m_.inputs_) {
      const Value& v = m_.table_[static_cast<size_t>(i)];
      flags_[static_cast<size_t>(i)] |= kInput;
      if (v.tag != Value::Tag::Tensor) continue;
      if (v.tensor->constant) return bad_value(static_cast<size_t>(i), {"is both an input and a constant"});
      if (!v.tensor->data) GLEED_TRY(own_memory(static_cast<size_t>(i), *v.tensor));
    }
    return Error::Ok;
  }

  Error read_delegates() {
    const auto delegates = plan_.delegates();
    GLEED_TRY(array(delegates.size, "delegates", &m_.delegates_));
    for (uint32_t k = 0; k < delegates.size; ++k) {
      m_.delegates_[k].backend = program_.catalogue().find_backend(delegates[k].id().data);
      if (m_.delegates_[k].backend) continue;
      return reason_.fail(Error::MissingBackend, {"method \"", m_.name_, "\" needs the backend \"",
                                                  delegates[k].id().data, "\", which this build does not have"});
    }
    return Error::Ok;
  }

  Error read_instructions() {
    const auto chains = plan_.chains();
    if (chains.size != 1) {
      return reason_.fail(Error::Unsupported,
                          {"method \"", m_.name_, "\" has ", chains.size, " chains; exactly one is supported"});
    }
    const auto instructions = chains[0].instructions();
    GLEED_TRY(array(instructions.size, "instructions", &m_.instructions_));
    for (uint32_t pc = 0; pc < instructions.size; ++pc)
      GLEED_TRY(read_instruction(pc, instructions[pc], m_.instructions_[pc]));
    GLEED_TRY(give_memory());
    for (Method::Instruction& in : m_.instructions_) note_late_data(in);
    return Error::Ok;
  }

  // Tensors without a place that no instruction binds later, unplanned outputs above all, get memory of their own.
  Error give_memory() {
    for (size_t i = 0; i < m_.table_.size; ++i) {
      const Value& v = m_.table_[i];
      if (v.tag == Value::Tag::Tensor && !v.tensor->data && !(flags_[i] & kWritten))
        GLEED_TRY(own_memory(i, *v.tensor));
    }
    return Error::Ok;
  }

  Error read_instruction(size_t pc, const pte::Instruction& source, Method::Instruction& in) {
    using Kind = Method::Instruction::Kind;
    switch (source.call()) {
      case pte::Call::Kernel:
        in.kind = Kind::Op;
        return read_op(pc, source.as<pte::KernelCall>(), in);
      case pte::Call::Delegate: {
        const auto call = source.as<pte::DelegateCall>();
        in.kind = Kind::Delegate;
        in.a = static_cast<uint32_t>(call.delegate_index());
        GLEED_TRY(read_args(call.args(), in));
        for (size_t i = 0; i < in.args.size; ++i) use(index_of(in.args[i]));
        return Error::Ok;
      }
      case pte::Call::Move: {
        const auto move = source.as<pte::MoveCall>();
        in.kind = Kind::Move;
        in.a = static_cast<uint32_t>(move.move_from()), in.b = static_cast<uint32_t>(move.move_to());
        return check_move(pc, in);
      }
      case pte::Call::JumpFalse: {
        const auto jump = source.as<pte::JumpFalseCall>();
        in.kind = Kind::JumpFalse;
        in.a = static_cast<uint32_t>(jump.cond_value_index()),
        in.b = static_cast<uint32_t>(jump.destination_instruction());
        const Value& v = m_.table_[in.a];
        if (!v.is_number() && !(v.tag == Value::Tag::Tensor && v.tensor->dtype == DType::Bool)) {
          return bad_instruction(pc, {"a jump's condition must be a bool or a bool tensor"});
        }
        use(in.a);
        return Error::Ok;
      }
      default:
        return Error::Ok;  // FreeCall: memory is planned, there is nothing to free
    }
  }

  template <class Vector>
  Error read_args(const Vector& numbers, Method::Instruction& in) {
    GLEED_TRY(array(numbers.size, "arguments", &in.args));
    for (uint32_t i = 0; i < numbers.size; ++i) in.args[i] = &m_.table_[static_cast<size_t>(numbers[i])];
    return Error::Ok;
  }

  size_t index_of(const Value* v) const { return static_cast<size_t>(v - m_.table_.data); }

  // Marks a value, and what a list names, as read by an instruction.
  void use(size_t i) {
    flags_[i] |= kUsed;
    const Value& v = m_.table_[i];
    if (v.tag != Value::Tag::IntList) return;
    for (uint32_t k = 0; k < v.count; ++k) flags_[static_cast<size_t>(v.int_items[k])] |= kUsed;
  }

  Error read_op(size_t pc, const pte::KernelCall& call, Method::Instruction& in) {
    const auto op = plan_.operators()[static_cast<uint32_t>(call.op_index())];
    char key[100];  // verified to fit
    size_t size = op.name().size;
    std::memcpy(key, op.name().data, size);
    if (!op.overload().empty()) {
      key[size++] = '.';
      std::memcpy(key + size, op.overload().data, op.overload().size);
      size += op.overload().size;
    }
    const Word name(key, static_cast<uint32_t>(size));
    in.op = program_.catalogue().find_op(key, size);
    if (!in.op) {
      return bad_instruction(pc, {"no kernel for operator ", name, " in this build"}, Error::MissingOp);
    }
    GLEED_TRY(read_args(call.args(), in));
    const SchemaArgs& schema = in.op->args;
    if (in.args.size < schema.count) {
      return bad_instruction(pc, {name, " takes ", schema.count, " arguments, the file gives ", in.args.size});
    }
    in.args.size = schema.count;  // the return values, named again at the end, are not needed
    bool first_tensor = true;
    for (size_t i = 0; i < in.args.size; ++i) {
      const ArgKind kind = schema.kinds[i];
      const Value& v = *in.args[i];
      const size_t index = index_of(in.args[i]);
      if (!fits(kind, v))
        return bad_instruction(pc, {name, ", argument ", i, ": value ", index, " is of the wrong kind"});
      use(index);
      if (kind == ArgKind::Result || (kind == ArgKind::Out && in.op->flags & kSetsData)) flags_[index] |= kWritten;
      if (kind == ArgKind::Out || kind == ArgKind::OutList || kind == ArgKind::TensorList)
        GLEED_TRY(check_tensors(pc, name, i, kind, v));
      if (v.tag == Value::Tag::Tensor && first_tensor) {
        first_tensor = false;
        if (!dtypes::has(in.op->dtypes, v.tensor->dtype)) {
          return bad_instruction(pc, {"no kernel of ", name, " for ", dtype_name(v.tensor->dtype)}, Error::MissingOp);
        }
      }
    }
    if (!writes_its_input(Args{in.op, m_.table_.data, in.args.data, in.args.size})) return Error::Ok;
    return bad_instruction(pc, {name, kWritesItsInput});
  }

  Error check_tensors(size_t pc, Word name, size_t i, ArgKind kind, const Value& v) {
    const auto check = [&](const Tensor* t) {
      if (!t) return bad_instruction(pc, {name, ", argument ", i, ": a list has no tensor where one is needed"});
      if (t->constant && kind != ArgKind::TensorList)
        return bad_instruction(pc, {name, ", argument ", i, ": would overwrite a constant"});
      return Error::Ok;
    };
    if (v.tag == Value::Tag::Tensor) return check(v.tensor);
    const TensorList list{m_.table_.data, {v.tensor_items, v.count}};
    for (size_t k = 0; k < list.size(); ++k) GLEED_TRY(check(list[k]));
    return Error::Ok;
  }

  // After a move the target stands for the source, so what was checked of one must hold for the other.
  Error check_move(size_t pc, const Method::Instruction& in) {
    const Value &from = m_.table_[in.a], &to = m_.table_[in.b];
    use(in.a);
    flags_[in.b] |= kWritten;
    if (from.is_number() && to.is_number()) return Error::Ok;
    if (from.tag != Value::Tag::Tensor || to.tag != Value::Tag::Tensor) {
      if (from.tag == Value::Tag::None && to.tag == Value::Tag::None) return Error::Ok;
      return bad_instruction(pc, {"a move from value ", in.a, " to value ", in.b, " changes the kind"});
    }
    const Tensor &a = *from.tensor, &b = *to.tensor;
    bool same = a.dtype == b.dtype && a.rank == b.rank && a.dynamic == b.dynamic;
    for (int d = 0; same && d < a.rank; ++d) same = a.dynamic || a.sizes[d] == b.sizes[d];
    if (same) return Error::Ok;
    return bad_instruction(pc, {"a move from value ", in.a, " to value ", in.b, " changes the dtype or shape"});
  }

  // A tensor that has no memory yet, or that a move may rebind.
  bool is_late(const Value& v) const {
    return v.tag == Value::Tag::Tensor && (!v.tensor->data || flags_[index_of(&v)] & kWritten);
  }

  void note_late_data(Method::Instruction& in) {
    if (in.kind == Method::Instruction::Kind::JumpFalse) in.late_data = is_late(m_.table_[in.a]);
    for (const Value* v : in.args) {
      in.late_data |= is_late(*v);
      if (v->tag != Value::Tag::TensorList && v->tag != Value::Tag::OptionalTensorList) continue;
      for (uint32_t k = 0; k < v->count; ++k) {
        if (v->tensor_items[k] >= 0) in.late_data |= is_late(m_.table_[static_cast<size_t>(v->tensor_items[k])]);
      }
    }
  }

  Error note_states() {
    size_t count = 0;
    for (const uint8_t f : flags_) count += (f & (kWritten | kHasInitialValue)) != 0;
    GLEED_TRY(array(count, "states", &m_.states_));
    size_t k = 0;
    for (size_t i = 0; i < flags_.size; ++i) {
      if (!(flags_[i] & (kWritten | kHasInitialValue))) continue;
      Method::State& s = m_.states_[k++];
      s.value = static_cast<uint32_t>(i);
      s.first = m_.table_[i];
      if (!(flags_[i] & kHasInitialValue)) continue;
      const uint32_t buffer = plan_.values()[static_cast<uint32_t>(i)].as<pte::Tensor>().data_buffer_idx();
      if (const Error error = program_.initial_value(buffer, s.first.tensor->capacity, reason_, &s.bytes);
          error != Error::Ok) {
        reason_.prefix({"method \"", m_.name_, "\", value ", i, ": "});
        return error;
      }
    }
    for (size_t i = 0; i < m_.inputs_.size; ++i) {
      const size_t value = static_cast<size_t>(m_.inputs_[i]);
      m_.input_is_used_[i] = (flags_[value] & kUsed) != 0;
    }
    return Error::Ok;
  }

  Error load_delegates() {
    for (size_t k = 0; k < m_.delegates_.size; ++k) GLEED_TRY(load_delegate(k));
    return Error::Ok;
  }

  Error load_delegate(size_t k) {
    const auto source = plan_.delegates()[static_cast<uint32_t>(k)];
    const auto specs = source.compile_specs();
    Span<CompileSpec> list;
    GLEED_TRY(array(specs.size, "compile specs", &list));
    for (uint32_t i = 0; i < specs.size; ++i) {
      list[i] = {specs[i].key().c_str(), specs[i].value().span()};
    }
    Bytes payload;
    const auto reference = source.processed();
    if (reference && reference.location() == 1) {
      GLEED_TRY(program_.segment(reference.index(), reason_, &payload));
    } else if (reference) {
      const auto data = program_.root().backend_delegate_data()[reference.index()].data();
      payload = data.span();
    }
    // The first call shows the shapes that the backend has to be ready for.
    Span<Value* const> args;
    for (const Method::Instruction& in : m_.instructions_) {
      if (in.kind == Method::Instruction::Kind::Delegate && in.a == k) {
        args = in.args;
        break;
      }
    }
    struct Named {
      Program* program;
      Reason* reason;
    } named{&program_, &reason_};
    const BackendLoad load{payload,
                           list,
                           m_.name_,
                           args,
                           arena_,
                           program_.catalogue(),
                           [](void* self, const char* key) {
                             auto* n = static_cast<Named*>(self);
                             return n->program->named_data(key, *n->reason);
                           },
                           &named};
    Context ctx(reason_, {});
    const Error error = m_.delegates_[k].backend->load(ctx, load, &m_.delegates_[k].instance);
    if (error != Error::Ok)
      reason_.prefix({"method \"", m_.name_, "\", delegate ", k, " (", m_.delegates_[k].backend->name, "): "});
    return error;
  }

  // True when nothing that the instruction's rule reads can change after load.
  bool is_fixed(const Method::Instruction& in) const {
    const auto fixed = [&](size_t i) {
      const Value& v = m_.table_[i];
      if (flags_[i] & kWritten) return false;
      if (v.tag == Value::Tag::Tensor) return !v.tensor->dynamic;
      return !(flags_[i] & kInput);
    };
    for (size_t i = 0; i < in.args.size; ++i) {
      const Value& v = *in.args[i];
      if (!fixed(index_of(&v))) return false;
      if (v.tag == Value::Tag::IntList) {
        for (uint32_t k = 0; k < v.count; ++k) {
          if (!fixed(static_cast<size_t>(v.int_items[k]))) return false;
        }
      } else if (v.tag == Value::Tag::TensorList || v.tag == Value::Tag::OptionalTensorList) {
        for (uint32_t k = 0; k < v.count; ++k) {
          if (v.tensor_items[k] >= 0 && !fixed(static_cast<size_t>(v.tensor_items[k]))) return false;
        }
      }
    }
    return true;
  }

  Error prove_shapes() {
    size_t scratch = 0;
    Context ctx(reason_, {});
    for (size_t pc = 0; pc < m_.instructions_.size; ++pc) {
      Method::Instruction& in = m_.instructions_[pc];
      if (in.kind != Method::Instruction::Kind::Op) continue;
      const Args args{in.op, m_.table_.data, in.args.data, in.args.size};
      if (is_fixed(in)) {
        if (const Error error = in.op->rule(ctx, args); error != Error::Ok) return m_.explain(error, reason_, pc);
        in.shapes_proven = true;
      }
      if (!in.op->scratch) continue;
      const size_t bytes = in.op->scratch(args);
      scratch = bytes > scratch ? bytes : scratch;
    }
    m_.events_({Event::Kind::Arena, 0, nullptr, scratch});
    m_.scratch_ = {static_cast<uint8_t*>(arena_.allocate(scratch)), scratch};
    return m_.scratch_.data ? Error::Ok : no_room("scratch memory");
  }

  enum : uint8_t { kUsed = 1, kWritten = 2, kInput = 4, kHasInitialValue = 8 };

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

Error Method::load(Program& program, const char* name, Arena& arena, Reason& reason, const MethodOptions& options) {
  if (program_)
    return reason.fail(Error::BadState, {"this object holds \"", name_, "\" already; use another Method object"});
  pte::ExecutionPlan plan;
  GLEED_TRY(program.find_plan(name, reason, &plan));
  return MethodLoad(*this, program, plan, arena, reason, options).run();
}

uint64_t Method::arena_bytes(const Program& program, const char* name, uint32_t memory_id) {
  Reason ignored;
  pte::ExecutionPlan plan;
  if (memory_id == 0 || program.find_plan(name, ignored, &plan) != Error::Ok) return 0;
  const auto sizes = plan.non_const_buffer_sizes();
  return memory_id < sizes.size ? static_cast<uint64_t>(sizes[memory_id]) : 0;
}

}  // namespace gleed
