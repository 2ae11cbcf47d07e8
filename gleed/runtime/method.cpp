// method.cpp -- setting inputs and running instructions.
#include "gleed/runtime/method.h"

#include <cstring>

#include "gleed/core/copy.h"

namespace gleed {

namespace {

// An endless loop in a broken program ends here; upstream stops at the same count.
constexpr uint64_t kMaxSteps = 10'000'000;

Word key_of(const OpDef& op) { return Word(op.schema, op.key_size); }

const char* tag_name(Value::Tag tag) {
  switch (tag) {
    case Value::Tag::None:
      return "None";
    case Value::Tag::Int:
      return "int";
    case Value::Tag::Bool:
      return "bool";
    case Value::Tag::Double:
      return "float";
    case Value::Tag::Tensor:
      return "tensor";
    case Value::Tag::String:
      return "str";
    default:
      return "list";
  }
}

bool is_true(const Value& v) {
  if (v.tag != Value::Tag::Tensor) return v.as_bool();
  const auto* flags = v.tensor->ptr<const uint8_t>();
  for (int64_t i = 0; i < v.tensor->numel(); ++i) {
    if (!flags[i]) return false;
  }
  return true;
}

// Equal as scalars fixed at export have to be: doubles within the tolerance that upstream allows.
bool same_number(const Value& fixed, const Value& given) {
  if (fixed.tag != Value::Tag::Double) return fixed.as_int() == given.as_int();
  const double a = fixed.d, b = given.d;
  if (a == b || (a != a && b != b)) return true;
  const double gap = a < b ? b - a : a - b, size = a < 0 ? -a : a;
  return gap <= 1e-4 + 1e-5 * size && size - size == 0;  // infinity is near to nothing else
}

}  // namespace

Method::~Method() {
  for (const Delegate& d : delegates_) {
    if (d.backend && d.backend->unload && d.instance) d.backend->unload(d.instance);
  }
}

Error Method::input_error(Reason& reason, size_t i, std::initializer_list<Word> words) const {
  (void)reason.fail(Error::BadArgument, words);
  reason.prefix({"method \"", name_, "\", input ", i, ": "});
  return Error::BadArgument;
}

Error Method::set_input(size_t i, const Tensor& given, Reason& reason) {
  if (i >= inputs_.size) return input_error(reason, i, {"the method has ", inputs_.size, " inputs"});
  Value& value = table_[inputs_[i]];
  if (value.tag != Value::Tag::Tensor) {
    return input_error(reason, i, {"expected ", tag_name(value.tag), ", got a tensor"});
  }
  Tensor& t = *value.tensor;
  if (given.dtype != t.dtype) {
    return input_error(
        reason, i, {"expected dtype ", dtype_name(t.dtype), ", got ", dtype_name(given.dtype), "; convert the input"});
  }
  if (given.rank != t.rank) return input_error(reason, i, {"expected rank ", t.rank, ", got rank ", given.rank});
  for (int d = 0; d < t.rank; ++d) {
    const int32_t size = given.sizes[d];
    if (size < 0) return input_error(reason, i, {"size ", size, " in dimension ", d, " is negative"});
    if (t.dynamic ? size <= t.bounds[d] : size == t.sizes[d]) continue;
    return input_error(
        reason, i,
        {"size ", size, " in dimension ", d, t.dynamic ? " is over the largest size " : " differs from the fixed size ",
         t.bounds[d],
         t.dynamic ? "; lower the model with a larger Dim(max=)" : "; lower the model with a dynamic shape"});
  }
  if (!given.data && given.numel() != 0) return input_error(reason, i, {"the tensor has no data (null pointer)"});
  for (int d = 0; d < t.rank && t.dynamic; ++d) t.sizes[d] = given.sizes[d];
  if (t.dynamic) set_strides(t);
  if (given.data != t.data || !same_layout(given, t)) copy_elements(given, t);  // else the caller lent us its memory
  input_is_set_[i] = true;
  return Error::Ok;
}

Error Method::set_input(size_t i, const Value& given, Reason& reason) {
  if (given.tag == Value::Tag::Tensor && !given.tensor) return input_error(reason, i, {"the tensor is a null pointer"});
  if (given.tag == Value::Tag::Tensor) return set_input(i, *given.tensor, reason);
  if (i >= inputs_.size) return input_error(reason, i, {"the method has ", inputs_.size, " inputs"});
  Value& value = table_[inputs_[i]];
  if (value.tag != given.tag) {
    return input_error(reason, i, {"expected ", tag_name(value.tag), ", got ", tag_name(given.tag)});
  }
  if (value.is_number()) {  // no list: a file's inputs are verified to be none
    GLEED_TRY(set_number(i, given, reason));
  } else if (value.tag == Value::Tag::String &&
             (value.count != given.count || std::memcmp(value.string, given.string, value.count) != 0)) {
    return input_error(reason, i,
                       {"was fixed to \"", Word(value.string, value.count), "\" when the model was exported"});
  }
  input_is_set_[i] = true;
  return Error::Ok;
}

// A number that the program reads is taken; one that was fixed at export must be the same.
Error Method::set_number(size_t i, const Value& given, Reason& reason) {
  Value& value = table_[inputs_[i]];
  if (input_is_used_[i]) {
    value = given;
    return Error::Ok;
  }
  if (same_number(value, given)) return Error::Ok;
  if (value.tag == Value::Tag::Double) {
    return input_error(reason, i,
                       {"was fixed to ", value.d, " when the model was exported, got ", given.d,
                        "; give it as a tensor to keep it free"});
  }
  return input_error(reason, i,
                     {"was fixed to ", value.as_int(), " when the model was exported, got ", given.as_int(),
                      "; export it with Dim.DYNAMIC or as a tensor to keep it free"});
}

Error Method::explain(Error error, Reason& reason, size_t pc) const {
  const Instruction& in = instructions_[pc];
  if (in.kind == Instruction::Kind::Op) {
    reason.prefix({"method \"", name_, "\", instruction ", pc, " (", key_of(*in.op), "): "});
  } else if (in.kind == Instruction::Kind::Delegate) {
    reason.prefix(
        {"method \"", name_, "\", instruction ", pc, " (backend \"", delegates_[in.a].backend->name, "\"): "});
  } else {
    reason.prefix({"method \"", name_, "\", instruction ", pc, ": "});
  }
  return error;
}

Error Method::check_late_data(Context& ctx, const Instruction& in) const {
  const auto check = [&](const Tensor* t, bool written) {
    if (!t) return Error::Ok;
    if (!t->data && t->numel() != 0) return ctx.fail(Error::BadState, {"a tensor is used before it has memory"});
    if (written && t->constant) return ctx.fail(Error::BadFile, {"a constant would be overwritten"});
    return Error::Ok;
  };
  for (size_t i = 0; i < in.args.size; ++i) {
    const Value& v = *in.args[i];
    const ArgKind kind = in.op ? in.op->args.kinds[i] : ArgKind::Tensor;
    const bool view = in.op && in.op->flags & kSetsData && kind == ArgKind::Out;  // gets its memory now
    if (v.tag == Value::Tag::Tensor && !view) GLEED_TRY(check(v.tensor, kind == ArgKind::Out));
    if (v.tag == Value::Tag::TensorList || v.tag == Value::Tag::OptionalTensorList) {
      const TensorList list{table_.data, {v.tensor_items, v.count}};
      for (size_t k = 0; k < list.size(); ++k) GLEED_TRY(check(list[k], kind == ArgKind::OutList));
    }
  }
  // A move may have made one tensor of two.
  const Args args{in.op, table_.data, in.args.data, in.args.size};
  return in.op && writes_its_input(args) ? ctx.fail(Error::BadFile, {"the operator", kWritesItsInput}) : Error::Ok;
}

Error Method::run_op(Context& ctx, const Instruction& in) {
  if (in.late_data) GLEED_TRY(check_late_data(ctx, in));
  const Args args{in.op, table_.data, in.args.data, in.args.size};
  if (!in.shapes_proven) GLEED_TRY(in.op->rule(ctx, args));
  return in.op->kernel(ctx, args);
}

Error Method::run_instruction(Context& ctx, size_t pc, size_t* next) {
  const Instruction& in = instructions_[pc];
  Error error = Error::Ok;
  switch (in.kind) {
    case Instruction::Kind::Op:
      events_({Event::Kind::OpBegin, static_cast<uint32_t>(pc), in.op->schema, in.op->key_size});
      error = run_op(ctx, in);
      events_({Event::Kind::OpEnd, static_cast<uint32_t>(pc), in.op->schema, in.op->key_size});
      break;
    case Instruction::Kind::Delegate: {
      const Delegate& d = delegates_[in.a];
      events_({Event::Kind::DelegateBegin, static_cast<uint32_t>(pc), d.backend->name});
      if (in.late_data) error = check_late_data(ctx, in);
      if (error == Error::Ok) error = d.backend->execute(ctx, d.instance, in.args);
      events_({Event::Kind::DelegateEnd, static_cast<uint32_t>(pc), d.backend->name});
      break;
    }
    case Instruction::Kind::Move:
      table_[in.b] = table_[in.a];
      break;
    case Instruction::Kind::JumpFalse:
      if (in.late_data) error = check_late_data(ctx, in);
      if (error == Error::Ok && !is_true(table_[in.a])) *next = in.b;
      break;
    case Instruction::Kind::Nothing:
      break;
  }
  return error;
}

Error Method::run_all(Reason& reason) {
  Context ctx(reason, scratch_);
  uint64_t steps = 0;
  for (size_t pc = 0; pc < instructions_.size;) {
    if (++steps > kMaxSteps) {
      return reason.fail(Error::BadFile,
                         {"method \"", name_, "\": stopped after ", kMaxSteps, " instructions; the program loops"});
    }
    size_t next = pc + 1;
    if (const Error error = run_instruction(ctx, pc, &next); error != Error::Ok) return explain(error, reason, pc);
    pc = next;
  }
  for (size_t i = 0; i < outputs_.size; ++i) {
    const Value& v = output(i);
    if (v.tag == Value::Tag::Tensor && !v.tensor->data && v.tensor->numel() != 0) {
      return reason.fail(Error::BadFile, {"method \"", name_, "\", output ", i, ": no instruction gave it memory"});
    }
  }
  return Error::Ok;
}

Error Method::execute(Reason& reason) {
  for (size_t i = 0; i < inputs_.size; ++i) {
    if (!input_is_set_[i]) {
      return reason.fail(Error::BadState, {"method \"", name_, "\", input ", i,
                                           ": was not set; each execute needs all ", inputs_.size, " inputs set anew"});
    }
  }
  events_({Event::Kind::ExecuteBegin, 0, name_});
  const Error error = run_all(reason);
  events_({Event::Kind::ExecuteEnd, 0, name_});
  // Their memory has served for other tensors since: a second run on what is left there would give wrong numbers.
  for (uint8_t& set : input_is_set_) set = false;
  return error;
}

void Method::reset() {
  for (const Span<uint8_t>& arena : arenas_) {
    if (!arena.empty()) std::memset(arena.data, 0, arena.size);
  }
  restore();
  for (uint8_t& set : input_is_set_) set = false;
}

void Method::restore() {
  for (const State& s : states_) {
    table_[s.value] = s.first;
    if (!s.bytes.empty()) std::memcpy(s.first.tensor->data, s.bytes.data, s.bytes.size);
  }
}

}  // namespace gleed
