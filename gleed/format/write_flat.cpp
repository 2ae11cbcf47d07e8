// write_flat.cpp -- ProgramData turned into flatbuffer tables.
#include "gleed/format/write_flat.h"

#include <algorithm>
#include <numeric>

#include "gleed/format/schema.h"

namespace gleed {
namespace {

using flat::FlatBuilder;
using Ref = FlatBuilder::Ref;
using Refs = std::vector<Ref>;

uint64_t tensor_bytes(const TensorData& tensor) {
  uint64_t bytes = dtype_bytes(tensor.dtype);
  for (const int32_t size : tensor.sizes) bytes *= static_cast<uint64_t>(size);
  return bytes;
}

class Writer {
 public:
  Writer(const ProgramData& data, const WriteOptions& options, const Layout& layout, FlatBuilder* builder,
         Reason& reason)
      : data_(data), options_(options), layout_(layout), b_(*builder), reason_(reason) {}

  Error program();

 private:
  Error method(const MethodData& m, Ref* out);
  Error value(const ValueData& v, Ref* out);
  Error tensor(const TensorData& t, Ref* out);
  Error stored_index(const TensorData& t, uint32_t* out);
  Ref instruction(const InstructionData& instruction);
  Ref stacktrace(const MethodData& m);
  Error delegate(const DelegateData& d, Ref* out);
  Ref segments();
  Ref subsegment(uint32_t segment, const std::vector<uint64_t>& offsets);
  Ref named_data();
  Ref inline_blobs();

  // A table whose only field, if any, is `value`.
  template <class S, class V>
  Ref one(S slot, V value) {
    b_.begin();
    b_.set(slot, value);
    return b_.end();
  }
  template <class Table, class T>
  Ref list(const std::vector<T>& items) {
    return one(Table::items_slot, b_.vector(items));
  }

  const ProgramData& data_;
  const WriteOptions& options_;
  const Layout& layout_;
  FlatBuilder& b_;
  Reason& reason_;
};

// The number that data_buffer_idx gets; 0 for none.
Error Writer::stored_index(const TensorData& t, uint32_t* out) {
  *out = 0;
  if (!t.data || t.external) return Error::Ok;
  const std::vector<Bytes>& from = t.place ? data_.initial_values : data_.constants;
  const char* what = t.place ? "initial value" : "constant";
  if (*t.data >= from.size())
    return reason_.fail(Error::BadArgument, {"names ", what, " ", *t.data, "; there are ", from.size()});
  if (from[*t.data].size < tensor_bytes(t)) {
    return reason_.fail(Error::BadArgument,
                        {"needs ", tensor_bytes(t), " bytes; ", what, " ", *t.data, " has ", from[*t.data].size});
  }
  *out = t.place ? *t.data + 1 : layout_.constant_index[*t.data];
  return Error::Ok;
}

Error Writer::tensor(const TensorData& t, Ref* out) {
  using pte::Tensor;
  uint32_t index = 0;
  GLEED_TRY(stored_index(t, &index));
  const bool has_extra = t.external || !t.name.empty() || t.device_type || t.device_index;
  Ref place, extra;
  if (t.place) {
    b_.begin();
    b_.set(pte::AllocationDetails::memory_id_slot, t.place->memory_id);
    b_.set(pte::AllocationDetails::memory_offset_low_slot, static_cast<uint32_t>(t.place->offset));
    b_.set(pte::AllocationDetails::memory_offset_high_slot, static_cast<uint32_t>(t.place->offset >> 32));
    place = b_.end();
  }
  if (has_extra) {
    const Ref name = b_.string(t.name);
    b_.begin();
    if (!t.name.empty()) b_.set(pte::ExtraTensorInfo::fully_qualified_name_slot, name);
    b_.set(pte::ExtraTensorInfo::location_slot, t.external ? 1 : 0);
    b_.set(pte::ExtraTensorInfo::device_type_slot, t.device_type);
    b_.set(pte::ExtraTensorInfo::device_index_slot, t.device_index);
    extra = b_.end();
  }
  const Ref sizes = b_.vector(t.sizes), order = b_.vector(t.dim_order);
  b_.begin();
  b_.set(Tensor::sizes_slot, sizes);
  b_.set(Tensor::dim_order_slot, order);
  if (t.place) b_.set(Tensor::allocation_info_slot, place);
  if (has_extra) b_.set(Tensor::extra_tensor_info_slot, extra);
  b_.set(Tensor::data_buffer_idx_slot, index);
  b_.set(Tensor::scalar_type_slot, static_cast<int8_t>(t.dtype));
  b_.set(Tensor::requires_grad_slot, t.requires_grad);
  b_.set(Tensor::shape_dynamism_slot, static_cast<int8_t>(t.dynamic ? pte::Dynamism::Bound : pte::Dynamism::Static));
  *out = b_.end();
  return Error::Ok;
}

Error Writer::value(const ValueData& v, Ref* out) {
  Ref member;
  if (const auto* i = std::get_if<int64_t>(&v)) {
    member = one(pte::Int::int_val_slot, *i);
  } else if (const auto* b = std::get_if<bool>(&v)) {
    member = one(pte::Bool::bool_val_slot, *b);
  } else if (const auto* d = std::get_if<double>(&v)) {
    member = one(pte::Double::double_val_slot, *d);
  } else if (const auto* t = std::get_if<TensorData>(&v)) {
    GLEED_TRY(tensor(*t, &member));
  } else if (const auto* s = std::get_if<std::string>(&v)) {
    member = one(pte::StringValue::string_val_slot, b_.string(*s));
  } else if (const auto* ints = std::get_if<IntListData>(&v)) {
    member = list<pte::IntList>(ints->items);
  } else if (const auto* doubles = std::get_if<DoubleListData>(&v)) {
    member = list<pte::DoubleList>(doubles->items);
  } else if (const auto* bools = std::get_if<BoolListData>(&v)) {
    member = list<pte::BoolList>(bools->items);
  } else if (const auto* tensors = std::get_if<TensorListData>(&v)) {
    member = list<pte::TensorList>(tensors->items);
  } else if (const auto* optionals = std::get_if<OptionalTensorListData>(&v)) {
    member = list<pte::OptionalTensorList>(optionals->items);
  } else {
    b_.begin();
    member = b_.end();
  }
  b_.begin();
  b_.set(pte::EValue::val_slot, member);
  b_.set(pte::EValue::val_type_slot, v.index() + 1);
  *out = b_.end();
  return Error::Ok;
}

Ref Writer::instruction(const InstructionData& instruction) {
  Ref member;
  if (const auto* kernel = std::get_if<KernelCallData>(&instruction)) {
    const Ref args = b_.vector(kernel->args);
    b_.begin();
    b_.set(pte::KernelCall::args_slot, args);
    b_.set(pte::KernelCall::op_index_slot, kernel->op);
    member = b_.end();
  } else if (const auto* call = std::get_if<DelegateCallData>(&instruction)) {
    const Ref args = b_.vector(call->args);
    b_.begin();
    b_.set(pte::DelegateCall::args_slot, args);
    b_.set(pte::DelegateCall::delegate_index_slot, call->delegate);
    member = b_.end();
  } else if (const auto* move = std::get_if<MoveData>(&instruction)) {
    b_.begin();
    b_.set(pte::MoveCall::move_from_slot, move->from);
    b_.set(pte::MoveCall::move_to_slot, move->to);
    member = b_.end();
  } else if (const auto* jump = std::get_if<JumpFalseData>(&instruction)) {
    b_.begin();
    b_.set(pte::JumpFalseCall::cond_value_index_slot, jump->condition);
    b_.set(pte::JumpFalseCall::destination_instruction_slot, jump->target);
    member = b_.end();
  } else if (const auto* free = std::get_if<FreeData>(&instruction)) {
    member = one(pte::FreeCall::value_index_slot, free->value);
  }
  b_.begin();
  b_.set(pte::Instruction::instr_args_slot, member);
  b_.set(pte::Instruction::instr_args_type_slot, instruction.index() + 1);
  return b_.end();
}

Ref Writer::stacktrace(const MethodData& m) {
  Refs lists;
  for (const std::vector<FrameData>& frames : m.stacktrace) {
    Refs refs;
    for (const FrameData& frame : frames) {
      const Ref filename = b_.string(frame.filename), function = b_.string(frame.function),
                source = b_.string(frame.source);
      b_.begin();
      b_.set(pte::Frame::filename_slot, filename);
      b_.set(pte::Frame::lineno_slot, frame.line);
      b_.set(pte::Frame::name_slot, function);
      b_.set(pte::Frame::context_slot, source);
      refs.push_back(b_.end());
    }
    lists.push_back(one(pte::FrameList::items_slot, b_.vector(refs)));
  }
  return b_.vector(lists);
}

Error Writer::delegate(const DelegateData& d, Ref* out) {
  if (d.blob >= layout_.delegate_blobs.size()) {
    return reason_.fail(Error::BadArgument, {"names payload ", d.blob, "; there are ", layout_.delegate_blobs.size()});
  }
  const Layout::Blob& blob = layout_.delegate_blobs[d.blob];
  Refs specs;
  for (const auto& [key, bytes] : d.options) {
    const Ref value = b_.vector(Span<const uint8_t>(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()));
    const Ref name = b_.string(key);
    b_.begin();
    b_.set(pte::CompileSpec::key_slot, name);
    b_.set(pte::CompileSpec::value_slot, value);
    specs.push_back(b_.end());
  }
  const Ref options = b_.vector(specs), id = b_.string(d.backend);
  b_.begin();
  b_.set(pte::BackendDelegateDataReference::location_slot, blob.is_inline ? 0 : 1);
  b_.set(pte::BackendDelegateDataReference::index_slot, blob.index);
  const Ref processed = b_.end();
  b_.begin();
  b_.set(pte::BackendDelegate::id_slot, id);
  b_.set(pte::BackendDelegate::processed_slot, processed);
  b_.set(pte::BackendDelegate::compile_specs_slot, options);
  *out = b_.end();
  return Error::Ok;
}

Error Writer::method(const MethodData& m, Ref* out) {
  using pte::Chain;
  using pte::ExecutionPlan;
  if (!m.stacktrace.empty() && m.stacktrace.size() != m.instructions.size()) {
    return reason_.fail(Error::BadArgument,
                        {"has ", m.stacktrace.size(), " stack traces for ", m.instructions.size(), " instructions"});
  }
  Refs values(m.values.size()), instructions, operators, delegates(m.delegates.size());
  for (size_t i = 0; i < values.size(); ++i) {
    if (Error e = value(m.values[i], &values[i]); e != Error::Ok) {
      reason_.prefix({"value ", i, " "});
      return e;
    }
  }
  for (const InstructionData& i : m.instructions) instructions.push_back(instruction(i));
  for (const OperatorData& op : m.operators) {
    const Ref name = b_.string(op.name), overload = b_.string(op.overload);
    b_.begin();
    b_.set(pte::Operator::name_slot, name);
    b_.set(pte::Operator::overload_slot, overload);
    operators.push_back(b_.end());
  }
  for (size_t i = 0; i < delegates.size(); ++i) {
    if (Error e = delegate(m.delegates[i], &delegates[i]); e != Error::Ok) {
      reason_.prefix({"delegate ", i, " "});
      return e;
    }
  }
  Refs devices;
  for (const ArenaDevice& d : m.arena_devices) {
    b_.begin();
    b_.set(pte::NonConstBufferDevice::buffer_idx_slot, d.arena);
    b_.set(pte::NonConstBufferDevice::device_type_slot, d.device_type);
    b_.set(pte::NonConstBufferDevice::device_index_slot, d.device_index);
    devices.push_back(b_.end());
  }
  const Ref traces = m.stacktrace.empty() ? Ref{} : stacktrace(m);
  const Ref none = b_.vector(std::vector<int32_t>{}), list = b_.vector(instructions);
  b_.begin();
  b_.set(Chain::inputs_slot, none);
  b_.set(Chain::outputs_slot, none);
  b_.set(Chain::instructions_slot, list);
  if (!m.stacktrace.empty()) b_.set(Chain::stacktrace_slot, traces);
  const Ref chains = b_.vector(Refs{b_.end()});
  const Ref input_tree = b_.string(m.input_tree), output_tree = b_.string(m.output_tree);
  b_.begin();
  b_.set(pte::ContainerMetadata::encoded_inp_str_slot, input_tree);
  b_.set(pte::ContainerMetadata::encoded_out_str_slot, output_tree);
  const Ref trees = b_.end();
  std::vector<int64_t> arenas = {0};  // entry 0 is a dummy
  arenas.insert(arenas.end(), m.arena_bytes.begin(), m.arena_bytes.end());
  const Ref name = b_.string(m.name), value_list = b_.vector(values), inputs = b_.vector(m.inputs);
  const Ref outputs = b_.vector(m.outputs), operator_list = b_.vector(operators), delegate_list = b_.vector(delegates);
  const Ref sizes = b_.vector(arenas), device_list = devices.empty() ? Ref{} : b_.vector(devices);
  b_.begin();
  b_.set(ExecutionPlan::name_slot, name);
  b_.set(ExecutionPlan::container_meta_type_slot, trees);
  b_.set(ExecutionPlan::values_slot, value_list);
  b_.set(ExecutionPlan::inputs_slot, inputs);
  b_.set(ExecutionPlan::outputs_slot, outputs);
  b_.set(ExecutionPlan::chains_slot, chains);
  b_.set(ExecutionPlan::operators_slot, operator_list);
  b_.set(ExecutionPlan::delegates_slot, delegate_list);
  b_.set(ExecutionPlan::non_const_buffer_sizes_slot, sizes);
  if (!devices.empty()) b_.set(ExecutionPlan::non_const_buffer_device_slot, device_list);
  *out = b_.end();
  return Error::Ok;
}

Ref Writer::segments() {
  Refs refs;
  for (const SegmentPlan& segment : layout_.segments) {
    b_.begin();
    b_.set(pte::DataSegment::offset_slot, segment.offset);
    b_.set(pte::DataSegment::size_slot, segment.size);
    refs.push_back(b_.end());
  }
  return b_.vector(refs);
}

Ref Writer::subsegment(uint32_t segment, const std::vector<uint64_t>& offsets) {
  const Ref list = b_.vector(offsets);
  b_.begin();
  b_.set(pte::SubsegmentOffsets::offsets_slot, list);
  b_.set(pte::SubsegmentOffsets::segment_index_slot, segment);
  return b_.end();
}

Ref Writer::named_data() {
  Refs refs;
  for (size_t i = 0; i < data_.named_data.size(); ++i) {
    const Ref key = b_.string(data_.named_data[i].key);
    b_.begin();
    b_.set(pte::NamedData::key_slot, key);
    b_.set(pte::NamedData::segment_index_slot, layout_.named_segments[i]);
    refs.push_back(b_.end());
  }
  return b_.vector(refs);
}

Ref Writer::inline_blobs() {
  Refs refs;
  for (const Bytes bytes : layout_.inline_blobs) {
    refs.push_back(one(pte::BackendDelegateInlineData::data_slot, b_.vector(bytes, options_.delegate_alignment)));
  }
  return b_.vector(refs);
}

Error Writer::program() {
  using pte::Program;
  std::vector<size_t> order(data_.methods.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t i, size_t j) {
    const MethodData &a = data_.methods[i], &b = data_.methods[j];
    if (a.input_tree.empty() != b.input_tree.empty())
      return b.input_tree.empty();  // constant methods last, as they came
    return !a.input_tree.empty() && a.name < b.name;
  });
  Refs plans;
  for (const size_t i : order) {
    Ref plan;
    if (Error e = method(data_.methods[i], &plan); e != Error::Ok) {
      reason_.prefix({"method \"", data_.methods[i].name.c_str(), "\": "});
      return e;
    }
    plans.push_back(plan);
  }
  const bool has_initial = !layout_.initial_offsets.empty();
  const Ref plan_list = b_.vector(plans), no_buffers = b_.vector(Refs{}), blobs = inline_blobs(),
            segment_list = segments();
  const Ref constants = subsegment(0, layout_.constant_offsets);
  const Ref initial = has_initial ? b_.vector(Refs{subsegment(1, layout_.initial_offsets)}) : Ref{};
  const Ref named = data_.named_data.empty() ? Ref{} : named_data();
  b_.begin();
  b_.set(Program::execution_plan_slot, plan_list);
  b_.set(Program::constant_buffer_slot, no_buffers);
  b_.set(Program::backend_delegate_data_slot, blobs);
  b_.set(Program::segments_slot, segment_list);
  b_.set(Program::constant_segment_slot, constants);
  if (has_initial) b_.set(Program::mutable_data_segments_slot, initial);
  if (!data_.named_data.empty()) b_.set(Program::named_data_slot, named);
  b_.finish(b_.end(), pte::kFileId);
  if (b_.overflowed()) {
    return reason_.fail(Error::BadArgument,
                        {"the program without its segments exceeds 2 GiB; keep delegate payloads in segments"});
  }
  return Error::Ok;
}

}  // namespace

Error build_program(const ProgramData& data, const WriteOptions& options, const Layout& layout, FlatBuilder* builder,
                    Reason& reason) {
  return Writer(data, options, layout, builder, reason).program();
}

}  // namespace gleed
