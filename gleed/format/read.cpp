// read.cpp -- flatbuffer tables turned into ProgramData.
#include "gleed/format/read.h"

#include <algorithm>
#include <map>

#include "gleed/format/verify.h"

namespace gleed {
namespace {

std::string text(const flat::String& s) { return {s.c_str(), s.size}; }

template <class T>
std::vector<T> items(const flat::Vector<T>& v) {
  const Span<const T> span = v.span();
  return {span.begin(), span.end()};
}

class Reader {
 public:
  Reader(Bytes file, const ProgramView& view, ProgramData* out)
      : file_(file), root_(view.root), base_(view.head.segment_base), out_(out) {}

  void read();

 private:
  Bytes segment(uint32_t index) const {
    const pte::DataSegment s = root_.segments()[index];
    return s.size() ? Bytes{file_.data + base_ + s.offset(), s.size()} : Bytes{};
  }
  Bytes part(uint32_t segment_index, uint64_t from, uint64_t to) const {
    return {segment(segment_index).data + from, to > from ? to - from : 0};
  }

  void constants();
  void stretch(std::vector<Bytes>* entries, std::vector<bool>* seen, uint32_t index, uint64_t bytes);
  std::vector<Bytes> entries_of(const pte::SubsegmentOffsets& from) const;
  MethodData method(const pte::ExecutionPlan& plan);
  ValueData value(const pte::EValue& value);
  TensorData tensor(const pte::Tensor& tensor);
  DelegateData delegate(const pte::BackendDelegate& delegate);

  Bytes file_;
  pte::Program root_;
  uint64_t base_;
  ProgramData* out_;
  std::map<std::pair<int8_t, uint32_t>, uint32_t> blobs_;  // (location, index) to the payload's number
};

// From each offset to the next larger one, or to the segment's end. Entry 0, the placeholder, is left out.
std::vector<Bytes> Reader::entries_of(const pte::SubsegmentOffsets& from) const {
  std::vector<Bytes> entries;
  const auto offsets = from.offsets();
  if (offsets.size == 0) return entries;
  std::vector<uint64_t> ends = items(offsets);
  ends.push_back(root_.segments()[from.segment_index()].size());
  std::sort(ends.begin(), ends.end());
  for (uint32_t i = 1; i < offsets.size; ++i) {
    const auto next = std::upper_bound(ends.begin(), ends.end(), offsets[i]);
    entries.push_back(part(from.segment_index(), offsets[i], next == ends.end() ? offsets[i] : *next));
  }
  return entries;
}

// Gives entry `index` the length of the tensors that name it, in place of the guess.
void Reader::stretch(std::vector<Bytes>* entries, std::vector<bool>* seen, uint32_t index, uint64_t bytes) {
  Bytes& entry = (*entries)[index - 1];
  entry.size = (*seen)[index - 1] ? std::max<uint64_t>(entry.size, bytes) : bytes;
  (*seen)[index - 1] = true;
}

void Reader::constants() {
  const auto buffers = root_.constant_buffer();
  out_->constants = entries_of(root_.constant_segment());
  for (uint32_t i = 1; i < buffers.size; ++i) {
    const auto storage = buffers[i].storage();
    out_->constants.push_back({storage.data, storage.size});
  }
  const auto mutable_segments = root_.mutable_data_segments();
  if (mutable_segments.size) out_->initial_values = entries_of(mutable_segments[0]);
  std::vector<bool> constant_seen(out_->constants.size()), initial_seen(out_->initial_values.size());
  for (const pte::ExecutionPlan plan : root_.execution_plan()) {
    for (const pte::EValue value : plan.values()) {
      if (value.tag() != pte::Tag::Tensor) continue;
      const auto tensor = value.as<pte::Tensor>();
      const uint32_t index = tensor.data_buffer_idx();
      if (tensor.is_constant()) stretch(&out_->constants, &constant_seen, index, tensor.bytes());
      if (tensor.has_initial_value()) stretch(&out_->initial_values, &initial_seen, index, tensor.bytes());
    }
  }
}

TensorData Reader::tensor(const pte::Tensor& tensor) {
  TensorData t;
  t.dtype = tensor.dtype();
  t.sizes = items(tensor.sizes());
  t.dim_order = items(tensor.dim_order());
  t.dynamic = tensor.dynamism() == pte::Dynamism::Bound;
  t.requires_grad = tensor.requires_grad();
  if (const auto place = tensor.allocation_info()) t.place = Place{place.memory_id(), place.offset()};
  if (tensor.is_constant() || tensor.has_initial_value()) t.data = tensor.data_buffer_idx() - 1;
  const auto extra = tensor.extra_tensor_info();
  t.external = tensor.is_external();
  t.name = text(extra.fully_qualified_name());
  t.device_type = extra.device_type();
  t.device_index = extra.device_index();
  return t;
}

ValueData Reader::value(const pte::EValue& value) {
  switch (value.tag()) {
    case pte::Tag::Int:
      return value.as<pte::Int>().int_val();
    case pte::Tag::Bool:
      return value.as<pte::Bool>().bool_val();
    case pte::Tag::Double:
      return value.as<pte::Double>().double_val();
    case pte::Tag::Tensor:
      return tensor(value.as<pte::Tensor>());
    case pte::Tag::String:
      return text(value.as<pte::StringValue>().string_val());
    case pte::Tag::IntList:
      return IntListData{items(value.as<pte::IntList>().items())};
    case pte::Tag::DoubleList:
      return DoubleListData{items(value.as<pte::DoubleList>().items())};
    case pte::Tag::BoolList:
      return BoolListData{items(value.as<pte::BoolList>().items())};
    case pte::Tag::TensorList:
      return TensorListData{items(value.as<pte::TensorList>().items())};
    case pte::Tag::OptionalTensorList:
      return OptionalTensorListData{items(value.as<pte::OptionalTensorList>().items())};
    default:
      return NoneData{};
  }
}

InstructionData instruction(const pte::Instruction& instruction) {
  switch (instruction.call()) {
    case pte::Call::Delegate: {
      const auto call = instruction.as<pte::DelegateCall>();
      return DelegateCallData{call.delegate_index(), items(call.args())};
    }
    case pte::Call::Move: {
      const auto call = instruction.as<pte::MoveCall>();
      return MoveData{call.move_from(), call.move_to()};
    }
    case pte::Call::JumpFalse: {
      const auto call = instruction.as<pte::JumpFalseCall>();
      return JumpFalseData{call.cond_value_index(), call.destination_instruction()};
    }
    case pte::Call::Free:
      return FreeData{instruction.as<pte::FreeCall>().value_index()};
    default: {
      const auto call = instruction.as<pte::KernelCall>();
      return KernelCallData{call.op_index(), items(call.args())};
    }
  }
}

DelegateData Reader::delegate(const pte::BackendDelegate& delegate) {
  DelegateData d;
  d.backend = text(delegate.id());
  const auto reference = delegate.processed();
  const auto [found, is_new] =
      blobs_.try_emplace({reference.location(), reference.index()}, static_cast<uint32_t>(blobs_.size()));
  d.blob = found->second;
  if (is_new) {
    const bool in_segment = reference.location() == static_cast<int8_t>(pte::BlobLocation::Segment);
    if (in_segment) {
      out_->delegate_blobs.push_back(segment(reference.index()));
    } else {
      const auto bytes = root_.backend_delegate_data()[reference.index()].data();
      out_->delegate_blobs.push_back({bytes.data, bytes.size});
    }
  }
  for (const pte::CompileSpec spec : delegate.compile_specs()) {
    const auto bytes = spec.value().span();
    d.options.emplace_back(text(spec.key()), std::string(bytes.begin(), bytes.end()));
  }
  return d;
}

MethodData Reader::method(const pte::ExecutionPlan& plan) {
  MethodData m;
  m.name = text(plan.name());
  m.input_tree = text(plan.container_meta_type().encoded_inp_str());
  m.output_tree = text(plan.container_meta_type().encoded_out_str());
  for (const pte::EValue v : plan.values()) m.values.push_back(value(v));
  m.inputs = items(plan.inputs());
  m.outputs = items(plan.outputs());
  const pte::Chain chain = plan.chains()[0];
  for (const pte::Instruction i : chain.instructions()) m.instructions.push_back(instruction(i));
  for (const pte::Operator op : plan.operators()) m.operators.push_back({text(op.name()), text(op.overload())});
  for (const pte::BackendDelegate d : plan.delegates()) m.delegates.push_back(delegate(d));
  const auto arenas = plan.non_const_buffer_sizes();
  for (uint32_t i = 1; i < arenas.size; ++i) m.arena_bytes.push_back(arenas[i]);
  for (const pte::NonConstBufferDevice d : plan.non_const_buffer_device()) {
    m.arena_devices.push_back({d.buffer_idx(), d.device_type(), d.device_index()});
  }
  // A list of another length than the instructions' says nothing about them.
  if (chain.stacktrace().size == chain.instructions().size) {
    for (const pte::FrameList list : chain.stacktrace()) {
      std::vector<FrameData>& frames = m.stacktrace.emplace_back();
      for (const pte::Frame f : list.items()) {
        frames.push_back({text(f.filename()), f.lineno(), text(f.name()), text(f.context())});
      }
    }
  }
  return m;
}

void Reader::read() {
  constants();
  for (const pte::ExecutionPlan plan : root_.execution_plan()) out_->methods.push_back(method(plan));
  for (const pte::NamedData named : root_.named_data()) {
    // How a blob was aligned is not stored; its place says how it may be relied upon to be.
    const uint64_t at = base_ + root_.segments()[named.segment_index()].offset();
    const uint64_t alignment = at ? std::min<uint64_t>(at & (~at + 1), 16) : 16;
    out_->named_data.push_back({text(named.key()), segment(named.segment_index()), alignment});
  }
}

}  // namespace

Error read_program_data(Bytes file, Reason& reason, ProgramData* out) {
  ProgramView view;
  GLEED_TRY(verify_program(file, reason, &view));
  *out = ProgramData{};
  Reader(file, view, out).read();
  return Error::Ok;
}

}  // namespace gleed
