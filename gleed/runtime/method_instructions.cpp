// method_instructions.cpp -- loading a method: its operators, instructions and delegates, checked against what this
// build has, and the shapes that can be proven once.
#include <cstring>

#include "gleed/runtime/method_load.h"

namespace gleed {

Error MethodLoad::bad_instruction(size_t pc, std::initializer_list<Word> words, Error error) {
  (void)reason_.fail(error, words);
  reason_.prefix({"method \"", m_.name_, "\", instruction ", pc, ": "});
  return error;
}

Error MethodLoad::read_delegates() {
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

Error MethodLoad::read_instructions() {
  const auto instructions = plan_.chains()[0].instructions();
  GLEED_TRY(array(instructions.size, "instructions", &m_.instructions_));
  for (uint32_t pc = 0; pc < instructions.size; ++pc)
    GLEED_TRY(read_instruction(pc, instructions[pc], m_.instructions_[pc]));
  GLEED_TRY(give_memory());
  for (Method::Instruction& in : m_.instructions_) note_late_data(in);
  return Error::Ok;
}

Error MethodLoad::read_instruction(size_t pc, const pte::Instruction& source, Method::Instruction& in) {
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

Error MethodLoad::read_args(const flat::Vector<int32_t>& numbers, Method::Instruction& in) {
  GLEED_TRY(array(numbers.size, "arguments", &in.args));
  for (uint32_t i = 0; i < numbers.size; ++i) in.args[i] = &m_.table_[static_cast<size_t>(numbers[i])];
  return Error::Ok;
}

// Marks a value, and what a list names, as read by an instruction.
void MethodLoad::use(size_t i) {
  flags_[i] |= kUsed;
  const Value& v = m_.table_[i];
  if (v.tag != Value::Tag::IntList) return;
  for (uint32_t k = 0; k < v.count; ++k) flags_[static_cast<size_t>(v.int_items[k])] |= kUsed;
}

Error MethodLoad::read_op(size_t pc, const pte::KernelCall& call, Method::Instruction& in) {
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
  const size_t count = schema.count;
  if (in.args.size < count || in.args.size > count + 1) {
    return bad_instruction(pc, {name, " takes ", count, " arguments, the file gives ", in.args.size});
  }
  const Value* again = in.args.size > count ? in.args[count] : nullptr;
  in.args.size = count;
  bool first_tensor = true;
  for (size_t i = 0; i < in.args.size; ++i) {
    const ArgKind kind = schema.kinds[i];
    const Value& v = *in.args[i];
    const size_t index = index_of(in.args[i]);
    if (!fits(kind, v))
      return bad_instruction(pc, {name, ", argument ", i, ": value ", index, " is of the wrong kind"});
    use(index);
    if (kind == ArgKind::Result || (kind == ArgKind::Out && in.op->flags & kSetsData)) flags_[index] |= kWritten;
    if (kind == ArgKind::Out) flags_[index] |= kUpdated;
    if (kind == ArgKind::Out || kind == ArgKind::OutList || kind == ArgKind::TensorList)
      GLEED_TRY(check_tensors(pc, name, i, kind, v));
    if (v.tag == Value::Tag::Tensor && first_tensor) {
      first_tensor = false;
      if (!dtypes::has(in.op->dtypes, v.tensor->dtype)) {
        return bad_instruction(pc, {"no kernel of ", name, " for ", dtype_name(v.tensor->dtype)}, Error::MissingOp);
      }
    }
  }
  const Args args{in.op, m_.table_.data, in.args.data, in.args.size};
  if (again && !is_return(*again, args)) {
    return bad_instruction(pc, {name, ", argument ", count, ": value ", index_of(again), " is not what it returns"});
  }
  if (!writes_its_input(args)) return Error::Ok;
  return bad_instruction(pc, {name, kWritesItsInput});
}

// Behind the arguments an instruction may name once more what it returns: one of them, or a list of those written.
bool MethodLoad::is_return(const Value& given, const Args& args) const {
  size_t outs = 0;
  for (size_t i = 0; i < args.count; ++i) {
    if (args.values[i] == &given) return true;
    const ArgKind kind = args.def->args.kinds[i];
    outs += kind == ArgKind::Out;
    const Value& list = *args.values[i];
    if (kind == ArgKind::OutList && given.tag == list.tag && given.count == list.count)
      return given.count == 0 || std::memcmp(given.tensor_items, list.tensor_items, given.count * sizeof(int32_t)) == 0;
  }
  if (given.tag != Value::Tag::TensorList || given.count != outs) return false;
  for (size_t k = 0; k < outs; ++k) {
    if (m_.table_[static_cast<size_t>(given.tensor_items[k])].tensor != &args.out(k)) return false;
  }
  return true;
}

Error MethodLoad::check_tensors(size_t pc, Word name, size_t i, ArgKind kind, const Value& v) {
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
Error MethodLoad::check_move(size_t pc, const Method::Instruction& in) {
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
bool MethodLoad::is_late(const Value& v) const {
  return v.tag == Value::Tag::Tensor && (!v.tensor->data || flags_[index_of(&v)] & kWritten);
}

void MethodLoad::note_late_data(Method::Instruction& in) {
  if (in.kind == Method::Instruction::Kind::JumpFalse) in.late_data = is_late(m_.table_[in.a]);
  for (const Value* v : in.args) {
    in.late_data |= is_late(*v);
    if (v->tag != Value::Tag::TensorList && v->tag != Value::Tag::OptionalTensorList) continue;
    for (uint32_t k = 0; k < v->count; ++k) {
      if (v->tensor_items[k] >= 0) in.late_data |= is_late(m_.table_[static_cast<size_t>(v->tensor_items[k])]);
    }
  }
}

Error MethodLoad::load_delegates() {
  for (size_t k = 0; k < m_.delegates_.size; ++k) GLEED_TRY(load_delegate(k));
  return Error::Ok;
}

Error MethodLoad::load_delegate(size_t k) {
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
bool MethodLoad::is_fixed(const Method::Instruction& in) const {
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

Error MethodLoad::prove_shapes() {
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

}  // namespace gleed
