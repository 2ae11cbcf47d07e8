// method_load.cpp -- loading a method: its arenas, its values and the memory in which each of them lies.
#include "gleed/runtime/method_load.h"

namespace gleed {

Error MethodLoad::run() {
  m_.name_ = plan_.name().data;
  m_.program_ = &program_;
  m_.events_ = options_.events;
  m_.events_({Event::Kind::LoadBegin, 0, m_.name_});
  const Error error = steps();
  m_.events_({Event::Kind::LoadEnd, 0, m_.name_});
  return error;
}

Error MethodLoad::steps() {
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

Error MethodLoad::no_room(const char* what) {
  return reason_.fail(Error::OutOfMemory, {"method \"", m_.name_, "\": no room for ", what});
}

Error MethodLoad::bad_value(size_t i, std::initializer_list<Word> words, Error error) {
  (void)reason_.fail(error, words);
  reason_.prefix({"method \"", m_.name_, "\", value ", i, ": "});
  return error;
}

Error MethodLoad::take_arenas() {
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

Error MethodLoad::read_values() {
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

Error MethodLoad::read_value(size_t i, const pte::EValue& source) {
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

Error MethodLoad::read_tensor(size_t i, const pte::Tensor& source, Tensor& t) {
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

Error MethodLoad::place_tensor(size_t i, const pte::Tensor& source, Tensor& t) {
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
    t.data = m_.arenas_[place.memory_id() - 1].data + place.offset();  // verified to lie inside, aligned
    if (buffer) flags_[i] |= kHasInitialValue;
    return Error::Ok;
  }
  if (!buffer) return Error::Ok;
  Bytes bytes;
  if (const Error error = program_.constant(buffer, t.capacity, reason_, &bytes); error != Error::Ok) {
    reason_.prefix({"method \"", m_.name_, "\", value ", i, ": "});
    return error;
  }
  // The file's alignment is verified; it reaches memory only by a loader that keeps its contract.
  if (reinterpret_cast<uintptr_t>(bytes.data) % dtype_bytes(t.dtype) != 0) {
    return bad_value(i, {"the loader gave constant ", buffer, " at a place that is not aligned to its elements"},
                     Error::Internal);
  }
  t.data = const_cast<uint8_t*>(bytes.data);
  t.constant = true;
  return Error::Ok;
}

// Memory for a tensor that the file leaves to the caller.
Error MethodLoad::own_memory(size_t i, Tensor& t) {
  t.data = arena_.allocate(t.capacity);
  return t.data ? Error::Ok : bad_value(i, {"no room for ", t.capacity, " bytes"}, Error::OutOfMemory);
}

Error MethodLoad::read_inputs_outputs() {
  m_.inputs_ = plan_.inputs().span();
  m_.outputs_ = plan_.outputs().span();
  GLEED_TRY(array(m_.inputs_.size, "input flags", &m_.input_is_set_));
  GLEED_TRY(array(m_.inputs_.size, "input flags", &m_.input_is_used_));
  GLEED_TRY(array(m_.inputs_.size, "input flags", &m_.input_is_updated_));
  for (const int32_t i : m_.inputs_) {
    const Value& v = m_.table_[static_cast<size_t>(i)];
    flags_[static_cast<size_t>(i)] |= kInput;
    if (v.tag == Value::Tag::Tensor && !v.tensor->data) GLEED_TRY(own_memory(static_cast<size_t>(i), *v.tensor));
  }
  return Error::Ok;
}

// Tensors without a place that no instruction binds later, unplanned outputs above all, get memory of their own.
Error MethodLoad::give_memory() {
  for (size_t i = 0; i < m_.table_.size; ++i) {
    const Value& v = m_.table_[i];
    if (v.tag == Value::Tag::Tensor && !v.tensor->data && !(flags_[i] & kWritten)) GLEED_TRY(own_memory(i, *v.tensor));
  }
  return Error::Ok;
}

Error MethodLoad::note_states() {
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
    m_.input_is_updated_[i] = (flags_[value] & kUpdated) != 0;
  }
  return Error::Ok;
}

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
