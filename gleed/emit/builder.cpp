// builder.cpp -- lifetimes from instructions, the planner's problem from lifetimes, places from its answer.
#include "gleed/emit/builder.h"

#include <algorithm>

namespace gleed::emit {

namespace {
constexpr uint32_t kArena = 1;
constexpr uint32_t kAlign = 16;

Bytes bytes_of(const std::string& s) { return {reinterpret_cast<const uint8_t*>(s.data()), s.size()}; }

bool same_byte(char a, uint8_t b) { return static_cast<uint8_t>(a) == b; }

uint64_t bytes_of(const TensorData& t) {
  uint64_t n = dtype_bytes(t.dtype);
  for (const int32_t size : t.sizes) n *= static_cast<uint64_t>(size);
  return n;
}
}  // namespace

// --- values ---

int32_t MethodBuilder::add(ValueData value) {
  data_.values.push_back(std::move(value));
  storage_.emplace_back();
  return static_cast<int32_t>(data_.values.size() - 1);
}

int32_t MethodBuilder::add_none() { return add(NoneData{}); }
int32_t MethodBuilder::add_int(int64_t value) { return add(value); }
int32_t MethodBuilder::add_bool(bool value) { return add(value); }
int32_t MethodBuilder::add_double(double value) { return add(value); }
int32_t MethodBuilder::add_string(std::string value) { return add(std::move(value)); }
int32_t MethodBuilder::add_int_list(std::vector<int64_t> values) { return add(IntListData{std::move(values)}); }
int32_t MethodBuilder::add_double_list(std::vector<double> values) { return add(DoubleListData{std::move(values)}); }
int32_t MethodBuilder::add_bool_list(std::vector<bool> values) {
  return add(BoolListData{{values.begin(), values.end()}});
}
int32_t MethodBuilder::add_tensor_list(std::vector<int32_t> values) { return add(TensorListData{std::move(values)}); }
int32_t MethodBuilder::add_optional_tensor_list(std::vector<int32_t> values) {
  return add(OptionalTensorListData{std::move(values)});
}

int32_t MethodBuilder::add_tensor(int dtype, std::vector<int32_t> sizes, std::vector<uint8_t> dim_order, bool dynamic) {
  TensorData t;
  t.dtype = static_cast<DType>(dtype);
  t.sizes = std::move(sizes);
  t.dim_order = std::move(dim_order);
  t.dynamic = dynamic;
  return add(std::move(t));
}

TensorData* MethodBuilder::tensor(int32_t value) {
  return &std::get<TensorData>(data_.values[static_cast<size_t>(value)]);
}

void MethodBuilder::set_constant(int32_t value, uint32_t index) {
  storage_[static_cast<size_t>(value)].where = Where::Constant;
  tensor(value)->data = index;
}

void MethodBuilder::set_alias(int32_t value, int32_t source, uint64_t offset) {
  Storage& s = storage_[static_cast<size_t>(value)];
  s.where = Where::Alias;
  s.source = source;
  s.offset = offset;
}

void MethodBuilder::set_floating(int32_t value, int32_t source) {
  Storage& s = storage_[static_cast<size_t>(value)];
  s.where = Where::Floating;
  s.source = source;
}

void MethodBuilder::set_state(int32_t value, std::string initial, std::string name) {
  storage_[static_cast<size_t>(value)].where = Where::State;
  tensor(value)->name = std::move(name);
  if (!initial.empty()) tensor(value)->data = program_.add_initial_value(std::move(initial));
}

void MethodBuilder::set_trees(std::string inputs, std::string outputs) {
  data_.input_tree = std::move(inputs);
  data_.output_tree = std::move(outputs);
}

// --- instructions ---

Error MethodBuilder::add_op(const std::string& key, std::vector<int32_t> args, Reason& reason) {
  const OpDef* op = catalogue().find_op(key.data(), key.size());
  if (!op) return reason.fail(Error::MissingOp, {"no operator ", key.c_str(), " in this build"});
  size_t number = static_cast<size_t>(std::find(ops_.begin(), ops_.end(), op) - ops_.begin());
  if (number == ops_.size()) {
    const size_t dot = key.find('.', key.find("::"));
    const bool overloaded = dot != std::string::npos;
    data_.operators.push_back({key.substr(0, dot), overloaded ? key.substr(dot + 1) : ""});
    ops_.push_back(op);
  }
  data_.instructions.push_back(KernelCallData{static_cast<int32_t>(number), std::move(args)});
  delegate_outputs_at_.push_back(0);
  return Error::Ok;
}

int32_t MethodBuilder::add_delegate(std::string backend, std::string payload,
                                    std::vector<std::pair<std::string, std::string>> specs) {
  data_.delegates.push_back({std::move(backend), program_.add_delegate_blob(std::move(payload)), std::move(specs)});
  return static_cast<int32_t>(data_.delegates.size() - 1);
}

void MethodBuilder::add_delegate_call(int32_t delegate, std::vector<int32_t> inputs, std::vector<int32_t> outputs) {
  delegate_outputs_at_.push_back(inputs.size());
  inputs.insert(inputs.end(), outputs.begin(), outputs.end());
  data_.instructions.push_back(DelegateCallData{delegate, std::move(inputs)});
}

void MethodBuilder::add_move(int32_t from, int32_t to) {
  data_.instructions.push_back(MoveData{from, to});
  delegate_outputs_at_.push_back(0);
}

int32_t MethodBuilder::add_jump_false(int32_t condition) {
  data_.instructions.push_back(JumpFalseData{condition, instructions() + 1});
  delegate_outputs_at_.push_back(0);
  return instructions() - 1;
}

void MethodBuilder::set_target(int32_t jump, int32_t target) {
  std::get<JumpFalseData>(data_.instructions[static_cast<size_t>(jump)]).target = target;
}

// --- planning ---

// The tensors that a value is or lists.
std::vector<int32_t> MethodBuilder::tensors_in(int32_t value) const {
  const ValueData& v = data_.values[static_cast<size_t>(value)];
  if (std::holds_alternative<TensorData>(v)) return {value};
  if (const auto* list = std::get_if<TensorListData>(&v)) return list->items;
  std::vector<int32_t> present;
  if (const auto* list = std::get_if<OptionalTensorListData>(&v)) {
    for (const int32_t i : list->items) {
      if (i >= 0) present.push_back(i);
    }
  }
  return present;
}

MethodBuilder::Operands MethodBuilder::operands(const InstructionData& instruction) const {
  Operands in;
  const auto append = [&](std::vector<int32_t>& to, int32_t value) {
    const std::vector<int32_t> found = tensors_in(value);
    to.insert(to.end(), found.begin(), found.end());
  };
  if (const auto* call = std::get_if<KernelCallData>(&instruction)) {
    in.op = ops_[static_cast<size_t>(call->op)];
    for (size_t i = 0; i < in.op->args.count && i < call->args.size(); ++i) {
      const ArgKind kind = in.op->args.kinds[i];
      append(kind == ArgKind::Out || kind == ArgKind::OutList ? in.writes : in.reads, call->args[i]);
    }
  } else if (const auto* delegate = std::get_if<DelegateCallData>(&instruction)) {
    const size_t at = static_cast<size_t>(&instruction - data_.instructions.data());
    for (size_t i = 0; i < delegate->args.size(); ++i) {
      append(i < delegate_outputs_at_[at] ? in.reads : in.writes, delegate->args[i]);
    }
  } else if (const auto* jump = std::get_if<JumpFalseData>(&instruction)) {
    append(in.reads, jump->condition);
  }
  return in;
}

// The tensor at the end of a chain of views.
int32_t MethodBuilder::root(int32_t value) const {
  while (storage_[static_cast<size_t>(value)].source >= 0) value = storage_[static_cast<size_t>(value)].source;
  return value;
}

// Gives inputs, and what outputs are made in, arenas of their own. An output that is part of something larger, or a
// view of an input or of another output, stays where it is.
void MethodBuilder::spread_over_arenas() {
  uint32_t arena = kArena;
  for (const int32_t input : data_.inputs) {
    ++arena;
    Storage& s = storage_[static_cast<size_t>(input)];
    if (std::holds_alternative<TensorData>(data_.values[static_cast<size_t>(input)])) s.arena = arena;
  }
  for (const int32_t output : data_.outputs) {
    ++arena;
    if (!std::holds_alternative<TensorData>(data_.values[static_cast<size_t>(output)])) continue;
    bool whole = true;
    for (int32_t v = output; storage_[static_cast<size_t>(v)].source >= 0; v = storage_[static_cast<size_t>(v)].source)
      whole &= storage_[static_cast<size_t>(v)].offset == 0;
    const int32_t made_in = root(output);
    Storage& s = storage_[static_cast<size_t>(made_in)];
    whole &= bytes_of(*tensor(made_in)) == bytes_of(*tensor(output));
    if (whole && s.where == Where::Planned && s.arena == kArena) s.arena = arena;
  }
}

// The tensor's number in the problem, added when it is first met; its source comes first. -1 for constants.
int32_t MethodBuilder::add_buffer(int32_t value, plan::Problem* problem) {
  Storage& s = storage_[static_cast<size_t>(value)];
  if (s.where == Where::Constant || s.buffer >= 0) return s.buffer;
  plan::Buffer buffer;
  buffer.bytes = bytes_of(*tensor(value));
  buffer.arena = storage_[static_cast<size_t>(root(value))].arena;
  buffer.alignment = kAlign;
  buffer.first = INT32_MAX;
  buffer.last = -1;
  buffer.pinned_whole = s.where == Where::State;
  if (s.source >= 0) {
    const int32_t source = add_buffer(s.source, problem);
    if (source < 0) return -1;  // a view of a constant
    buffer.alias_of = source;
    buffer.alias_offset = s.offset;
    // A dynamic view may be planned for more than its source's largest size; it never has more at run time.
    const uint64_t room = problem->buffers[static_cast<size_t>(source)].bytes;
    if (s.where == Where::Floating) buffer.bytes = std::min(buffer.bytes, room);
  }
  problem->buffers.push_back(buffer);
  return s.buffer = static_cast<int32_t>(problem->buffers.size() - 1);
}

void MethodBuilder::offer_in_place(int32_t at, const Operands& in, plan::Problem* problem) const {
  if (!in.op || !(in.op->flags & kInPlace) || in.writes.size() != 1) return;
  const auto tensor_of = [&](int32_t v) -> const TensorData& {
    return std::get<TensorData>(data_.values[static_cast<size_t>(v)]);
  };
  const int32_t out = in.writes[0];
  const TensorData& to = tensor_of(out);
  for (const int32_t read : in.reads) {
    const TensorData& from = tensor_of(read);
    const bool same = from.sizes == to.sizes && from.dim_order == to.dim_order && from.dynamic == to.dynamic &&
                      dtype_bytes(from.dtype) == dtype_bytes(to.dtype);
    if (!same || storage_[static_cast<size_t>(read)].buffer < 0) continue;
    // Another operand in the same storage may read, in another order, what is overwritten.
    const bool clash = std::any_of(in.reads.begin(), in.reads.end(),
                                   [&](int32_t other) { return other != read && root(other) == root(read); });
    if (!clash) {
      problem->in_place.push_back(
          {at, storage_[static_cast<size_t>(out)].buffer, storage_[static_cast<size_t>(read)].buffer});
    }
  }
}

// In a loop, an instruction comes before all others of it as well as after them.
void MethodBuilder::keep_over_loops(plan::Problem* problem) const {
  for (const auto& [begin, end] : loops_) {
    for (plan::Buffer& b : problem->buffers) {
      if (b.last < begin || b.first >= end || (b.first >= begin && b.last < end)) continue;
      b.first = std::min(b.first, begin);
      b.last = std::max(b.last, end - 1);
    }
  }
}

Error MethodBuilder::plan(plan::Plan* out, Reason& reason) {
  plan::Problem problem;
  const auto count = static_cast<int32_t>(data_.instructions.size());
  problem.instructions = count;
  if (lendable_) spread_over_arenas();
  const auto touch = [&](int32_t value, int32_t at) {
    const int32_t b = add_buffer(value, &problem);
    if (b < 0) return;
    plan::Buffer& buffer = problem.buffers[static_cast<size_t>(b)];
    buffer.first = std::min(buffer.first, at);
    buffer.last = std::max(buffer.last, at);
  };
  for (const int32_t input : data_.inputs) {
    for (const int32_t t : tensors_in(input)) touch(t, -1);
  }
  for (size_t v = 0; v < storage_.size(); ++v) {
    if (storage_[v].where == Where::State) touch(static_cast<int32_t>(v), -1), touch(static_cast<int32_t>(v), count);
  }
  for (int32_t at = 0; at < count; ++at) {
    const Operands in = operands(data_.instructions[static_cast<size_t>(at)]);
    for (const int32_t t : in.reads) touch(t, at);
    for (const int32_t t : in.writes) {
      // An input that is written is one that the caller reads afterwards.
      const bool is_input = std::find(data_.inputs.begin(), data_.inputs.end(), t) != data_.inputs.end();
      touch(t, at);
      if (is_input) touch(t, count);
    }
    offer_in_place(at, in, &problem);
  }
  for (const int32_t output : data_.outputs) {
    for (const int32_t t : tensors_in(output)) touch(t, count);
  }
  for (size_t i = problem.buffers.size(); i-- > 0;) {
    const plan::Buffer& b = problem.buffers[i];
    if (b.alias_of < 0) continue;
    plan::Buffer& source = problem.buffers[static_cast<size_t>(b.alias_of)];
    source.first = std::min(source.first, b.first);
    source.last = std::max(source.last, b.last);
  }
  keep_over_loops(&problem);
  for (plan::Buffer& b : problem.buffers) {
    if (b.first > b.last) b.first = b.last = count;  // nothing touches it
  }
  GLEED_TRY(plan::plan_memory(problem, out, reason));
  GLEED_TRY(plan::check_plan(problem, *out, reason));

  uint32_t last_arena = 0;
  for (const plan::Arena& a : out->arenas) last_arena = std::max(last_arena, a.id);
  data_.arena_bytes.assign(std::max(last_arena, kArena), 0);
  for (const plan::Arena& a : out->arenas) data_.arena_bytes[a.id - 1] = static_cast<int64_t>(a.bytes);
  for (size_t v = 0; v < storage_.size(); ++v) {
    const Storage& s = storage_[v];
    if (s.buffer < 0 || s.where == Where::Floating) continue;
    const uint32_t arena = problem.buffers[static_cast<size_t>(s.buffer)].arena;
    tensor(static_cast<int32_t>(v))->place = Place{arena, out->offsets[static_cast<size_t>(s.buffer)]};
    // Lent memory ends with the tensor: no padding.
    if (arena != kArena && s.source < 0)
      data_.arena_bytes[arena - 1] = static_cast<int64_t>(bytes_of(*tensor(static_cast<int32_t>(v))));
  }
  return Error::Ok;
}

// --- the program ---

uint32_t ProgramBuilder::add_constant(Bytes bytes) {
  constants_.push_back(bytes);
  return static_cast<uint32_t>(constants_.size() - 1);
}

uint32_t ProgramBuilder::add_initial_value(std::string bytes) {
  initial_values_.push_back(bytes_of(copies_.emplace_back(std::move(bytes))));
  return static_cast<uint32_t>(initial_values_.size() - 1);
}

uint32_t ProgramBuilder::add_delegate_blob(std::string bytes) {
  delegate_blobs_.push_back(bytes_of(copies_.emplace_back(std::move(bytes))));
  return static_cast<uint32_t>(delegate_blobs_.size() - 1);
}

Error ProgramBuilder::add_named_data(std::string key, std::string bytes, Reason& reason) {
  for (const NamedBlob& blob : named_data_) {
    if (blob.key != key) continue;
    if (blob.bytes.size == bytes.size() && std::equal(bytes.begin(), bytes.end(), blob.bytes.data, same_byte))
      return Error::Ok;
    return reason.fail(Error::BadArgument,
                       {"two different blobs are named \"", key.c_str(), "\"; name them by a digest of their bytes"});
  }
  named_data_.push_back({std::move(key), bytes_of(copies_.emplace_back(std::move(bytes))), 16});
  return Error::Ok;
}

ProgramData ProgramBuilder::finish() const {
  ProgramData program;
  for (const MethodBuilder& m : methods_) program.methods.push_back(m.data());
  program.constants = constants_;
  program.initial_values = initial_values_;
  program.delegate_blobs = delegate_blobs_;
  program.named_data = named_data_;
  return program;
}

}  // namespace gleed::emit
