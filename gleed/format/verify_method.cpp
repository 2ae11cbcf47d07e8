// verify_method.cpp -- what a method says, checked: each index names something of the right kind, each tensor has its
// place.
#include "gleed/format/verify_method.h"

#include "gleed/base/checked.h"
#include "gleed/format/bad_file.h"

namespace gleed {
namespace {

using pte::Tag;

constexpr uint32_t bit(Tag tag) { return 1u << static_cast<unsigned>(tag); }
constexpr uint32_t kNumbers = bit(Tag::Int) | bit(Tag::Bool) | bit(Tag::Double);
constexpr uint32_t kInputs = kNumbers | bit(Tag::Null) | bit(Tag::Tensor) | bit(Tag::String);
constexpr uint32_t kAny = ~0u;

// Long names from a damaged file must not push the rest of a message out.
Word name_of(const pte::String& s) { return Word(s.c_str(), s.size < 80 ? s.size : 80); }

class MethodCheck {
 public:
  MethodCheck(const pte::Program& root, const pte::ExecutionPlan& plan, uint64_t segment_base, Reason& reason)
      : root_(root), plan_(plan), values_(plan.values()), segment_base_(segment_base), reason_(reason) {}

  Error check();

 private:
  Error bad(const char* format, Figure a = {}, Figure b = {}, Figure c = {}, Figure d = {}) {
    return bad_file(reason_, format, a, b, c, d);
  }
  Error bad_words(std::initializer_list<Word> words) { return reason_.fail(Error::BadFile, words); }
  Error about(Error error, const char* what, uint64_t i) {  // says which item the failed check was about
    if (error != Error::Ok) reason_.prefix({what, " ", i, " of method \"", name_of(plan_.name()), "\": "});
    return error;
  }
  Error check_number(int64_t number, uint32_t tags, const char* what, const char* kinds);
  template <class T>
  Error check_numbers(const flat::Vector<T>& numbers, uint32_t tags, const char* what, const char* kinds, T none = 0);

  Error check_parts();
  Error check_value(const pte::EValue& value);
  Error check_tensor(const pte::Tensor& tensor);
  Error check_shape(const pte::Tensor& tensor, uint64_t* bytes);
  Error check_place(const pte::AllocationDetails& place, uint64_t bytes, uint64_t element);
  Error check_stored(const pte::SubsegmentOffsets& from, uint32_t index, uint64_t bytes, uint64_t element);
  Error check_constant(uint32_t index, uint64_t bytes, uint64_t element);
  Error check_input(int32_t number);
  Error check_operator(const pte::Operator& op);
  Error check_delegate(const pte::BackendDelegate& delegate);
  Error check_instruction(const pte::Instruction& instruction, uint32_t count);

  const pte::Program& root_;
  const pte::ExecutionPlan& plan_;
  const flat::Vector<pte::EValue> values_;
  uint64_t segment_base_;
  Reason& reason_;
};

Error MethodCheck::check_number(int64_t number, uint32_t tags, const char* what, const char* kinds) {
  if (number < 0 || number >= int64_t{values_.size}) {
    return bad_words({what, " names value ", number, "; there are ", values_.size});
  }
  const pte::EValue value = values_[static_cast<uint32_t>(number)];
  if (tags >> (value.val_type() & 31) & 1) return Error::Ok;
  return bad_words({what, " names value ", number, ", which is not ", kinds});
}

template <class T>
Error MethodCheck::check_numbers(const flat::Vector<T>& numbers, uint32_t tags, const char* what, const char* kinds,
                                 T none) {
  if (!numbers) return bad_words({what, " is missing"});
  for (uint32_t i = 0; i < numbers.size; ++i) {
    const T number = numbers[i];
    if (none && number == none) continue;
    if (Error e = check_number(number, tags, "", kinds); e != Error::Ok) {
      reason_.prefix({what, " item ", i});
      return e;
    }
  }
  return Error::Ok;
}

Error MethodCheck::check_shape(const pte::Tensor& tensor, uint64_t* bytes) {
  const auto sizes = tensor.sizes();
  const auto order = tensor.dim_order();
  if (!is_dtype(tensor.scalar_type()))
    return bad("scalar_type is %, which is no dtype of program files", tensor.scalar_type());
  if (!sizes) return bad("the tensor has no sizes");
  if (sizes.size > pte::kRankMax) return bad("rank is %; the most is %", sizes.size, pte::kRankMax);
  if (order.size != sizes.size) return bad("dim_order has % entries for % sizes", order.size, sizes.size);
  int64_t total = static_cast<int64_t>(dtype_bytes(tensor.dtype()));
  int64_t extent = total;  // sizes of 0 count as 1, as they do for strides
  uint32_t seen = 0;
  for (uint32_t d = 0; d < sizes.size; ++d) {
    if (sizes[d] < 0) return bad("size % is %; sizes must not be negative", d, sizes[d]);
    if (order[d] >= sizes.size || seen >> order[d] & 1) {
      return bad("dim_order[%] is %; it must be a permutation of 0..%", d, order[d], sizes.size - 1);
    }
    seen |= 1u << order[d];
    total = sizes[d] ? total : 0;
    if (!checked_mul<int64_t>(extent, sizes[d] ? sizes[d] : 1, &extent))
      return bad("the tensor's bytes overflow 64 bits");
  }
  *bytes = total ? static_cast<uint64_t>(extent) : 0;
  return Error::Ok;
}

Error MethodCheck::check_place(const pte::AllocationDetails& place, uint64_t bytes, uint64_t element) {
  const auto arenas = plan_.non_const_buffer_sizes();
  const uint32_t id = place.memory_id();
  if (id < 1 || id >= arenas.size)
    return bad("memory_id is %; the method has arenas 1 to %", id, arenas.size ? arenas.size - 1 : 0);
  const uint64_t offset = place.offset(), size = static_cast<uint64_t>(arenas[id]);
  if (offset > size || bytes > size - offset) {
    return bad("its % bytes at % end after the % bytes of arena %", bytes, offset, size, id);
  }
  if (offset % element) return bad("its offset % is not a multiple of its element's % bytes", offset, element);
  return Error::Ok;
}

// Entry `index` of `from` must have room for `bytes` to the end of its segment.
Error MethodCheck::check_stored(const pte::SubsegmentOffsets& from, uint32_t index, uint64_t bytes, uint64_t element) {
  const auto offsets = from.offsets();
  if (index >= offsets.size) return bad("data_buffer_idx is %; there are %", index, offsets.size);
  const pte::DataSegment segment = root_.segments()[from.segment_index()];
  const uint64_t offset = offsets[index];  // at most the segment's size: checked with the segments
  if (bytes > segment.size() - offset) {
    return bad("its % bytes of data at % end after the % bytes of segment %", bytes, offset, segment.size(),
               from.segment_index());
  }
  if (bytes && (segment_base_ + segment.offset() + offset) % element)
    return bad("its data is not aligned to its element's % bytes", element);
  return Error::Ok;
}

Error MethodCheck::check_constant(uint32_t index, uint64_t bytes, uint64_t element) {
  const auto buffers = root_.constant_buffer();
  if (buffers.size == 0) return check_stored(root_.constant_segment(), index, bytes, element);
  if (index >= buffers.size) return bad("data_buffer_idx is %; there are %", index, buffers.size);
  const auto storage = buffers[index].storage();
  if (bytes > storage.size) return bad("it needs % bytes; its constant has %", bytes, storage.size);
  if (bytes && reinterpret_cast<uintptr_t>(storage.data) % element)
    return bad("its data is not aligned to its element's % bytes", element);
  return Error::Ok;
}

Error MethodCheck::check_tensor(const pte::Tensor& tensor) {
  uint64_t bytes = 0;
  GLEED_TRY(check_shape(tensor, &bytes));
  const uint64_t element = dtype_bytes(tensor.dtype());
  if (tensor.storage_offset() != 0) return bad("storage_offset is %; only 0 is allowed", tensor.storage_offset());
  if (tensor.layout() != 0) return bad("layout is %; only 0 (strided) is allowed", tensor.layout());
  if (tensor.dynamism() != pte::Dynamism::Static && tensor.dynamism() != pte::Dynamism::Bound) {
    return bad("shape_dynamism is %; only static (0) and bounded (1) shapes can be planned", tensor.shape_dynamism());
  }
  const pte::ExtraTensorInfo extra = tensor.extra_tensor_info();
  if (extra.location() != 0 && !tensor.is_external())
    return bad("data location is %; 0 and 1 are known", extra.location());
  if (tensor.is_external() && !extra.fully_qualified_name())
    return bad("its data lies outside, but it has no name to look it up by");
  if (tensor.allocation_info()) GLEED_TRY(check_place(tensor.allocation_info(), bytes, element));
  if (tensor.is_constant()) return check_constant(tensor.data_buffer_idx(), bytes, element);
  if (!tensor.has_initial_value()) return Error::Ok;
  if (extra.mutable_data_segments_idx() != 0)
    return bad("mutable_data_segments_idx is %; only 0 is known", extra.mutable_data_segments_idx());
  if (root_.mutable_data_segments().size == 0) return bad("it has an initial value, but the program has none");
  return check_stored(root_.mutable_data_segments()[0], tensor.data_buffer_idx(), bytes,
                      1);  // copied, so any alignment
}

Error MethodCheck::check_value(const pte::EValue& value) {
  if (value.val_type() == 0 || value.val_type() > static_cast<uint8_t>(Tag::OptionalTensorList)) {
    return bad("its kind is %; kinds are 1..11", value.val_type());
  }
  if (value.tag() == Tag::Null) return Error::Ok;
  if (!value.val()) return bad("it has a kind but no value");
  switch (value.tag()) {
    case Tag::Tensor:
      return check_tensor(value.as<pte::Tensor>());
    case Tag::String:
      return value.as<pte::StringValue>().string_val() ? Error::Ok : bad("the string is missing");
    case Tag::IntList:
      return check_numbers(value.as<pte::IntList>().items(), kNumbers, "list", "a number");
    case Tag::DoubleList:
      return value.as<pte::DoubleList>().items() ? Error::Ok : bad("list is missing");
    case Tag::BoolList:
      return value.as<pte::BoolList>().items() ? Error::Ok : bad("list is missing");
    case Tag::TensorList:
      return check_numbers(value.as<pte::TensorList>().items(), bit(Tag::Tensor), "list", "a tensor");
    case Tag::OptionalTensorList:
      return check_numbers(value.as<pte::OptionalTensorList>().items(), bit(Tag::Tensor) | bit(Tag::Null), "list",
                           "a tensor or none", -1);
    default:
      return Error::Ok;
  }
}

Error MethodCheck::check_input(int32_t number) {
  GLEED_TRY(check_number(number, kInputs, "it", "a tensor, number, string or none"));
  const pte::EValue value = values_[static_cast<uint32_t>(number)];
  if (value.tag() != Tag::Tensor) return Error::Ok;
  const auto tensor = value.as<pte::Tensor>();
  const bool is_read_only = tensor.is_constant() || (tensor.is_external() && !tensor.allocation_info());
  return is_read_only ? bad("it names value %, a constant", number) : Error::Ok;
}

Error MethodCheck::check_operator(const pte::Operator& op) {
  if (op.name().empty()) return bad("it has no name");
  const uint64_t size = uint64_t{op.name().size} + op.overload().size + !op.overload().empty();
  if (size > pte::kOpNameMax) return bad("its name has % bytes; the most is %", size, pte::kOpNameMax);
  return Error::Ok;
}

Error MethodCheck::check_delegate(const pte::BackendDelegate& delegate) {
  if (!delegate.id()) return bad("it has no backend id");
  const pte::BackendDelegateDataReference data = delegate.processed();
  if (!data) return bad("it has no payload");
  const bool in_segment = data.location() == static_cast<int8_t>(pte::BlobLocation::Segment);
  if (!in_segment && data.location() != 0) return bad("payload location is %; 0 and 1 are known", data.location());
  const uint32_t count = in_segment ? root_.segments().size : root_.backend_delegate_data().size;
  if (data.index() >= count) return bad("its payload is number %; there are %", data.index(), count);
  const auto specs = delegate.compile_specs();
  for (uint32_t i = 0; i < specs.size; ++i) {
    if (!specs[i].key()) return bad("compile_spec % has no key", i);
  }
  return Error::Ok;
}

Error MethodCheck::check_instruction(const pte::Instruction& instruction, uint32_t count) {
  if (instruction.call() != pte::Call::None && !instruction.instr_args()) return bad("its arguments are missing");
  switch (instruction.call()) {
    case pte::Call::Kernel: {
      const auto call = instruction.as<pte::KernelCall>();
      if (call.op_index() < 0 || int64_t{call.op_index()} >= plan_.operators().size) {
        return bad("calls operator %; there are %", call.op_index(), plan_.operators().size);
      }
      return check_numbers(call.args(), kAny, "args", "");
    }
    case pte::Call::Delegate: {
      const auto call = instruction.as<pte::DelegateCall>();
      if (call.delegate_index() < 0 || int64_t{call.delegate_index()} >= plan_.delegates().size) {
        return bad("calls delegate %; there are %", call.delegate_index(), plan_.delegates().size);
      }
      return check_numbers(call.args(), kAny, "args", "");
    }
    case pte::Call::Move: {
      const auto call = instruction.as<pte::MoveCall>();
      GLEED_TRY(check_number(call.move_from(), kAny, "move_from", ""));
      return check_number(call.move_to(), kAny, "move_to", "");
    }
    case pte::Call::JumpFalse: {
      const auto call = instruction.as<pte::JumpFalseCall>();
      if (call.destination_instruction() < 0 || int64_t{call.destination_instruction()} > count) {
        return bad("jumps to instruction %; targets are 0..%", call.destination_instruction(), count);
      }
      return check_number(call.cond_value_index(), kNumbers | bit(Tag::Tensor) | bit(Tag::Null), "condition", "a bool");
    }
    case pte::Call::Free:
      return check_number(instruction.as<pte::FreeCall>().value_index(), kAny, "free", "");
    default:
      return bad("its kind is %; kinds are 1..5", instruction.instr_args_type());
  }
}

// The parts without which nothing else can be said.
Error MethodCheck::check_parts() {
  const char* missing = !values_                          ? "values"
                        : !plan_.inputs()                 ? "inputs"
                        : !plan_.outputs()                ? "outputs"
                        : plan_.chains().size == 0        ? "chains"
                        : !plan_.delegates()              ? "delegates"
                        : !plan_.non_const_buffer_sizes() ? "non_const_buffer_sizes"
                                                          : nullptr;
  if (missing) return bad_words({"method \"", name_of(plan_.name()), "\" has no ", missing});
  if (plan_.chains().size > 1) {
    return reason_.fail(Error::Unsupported, {"method \"", name_of(plan_.name()), "\" has ", plan_.chains().size,
                                             " chains; one is supported"});
  }
  if (!plan_.chains()[0].instructions())
    return bad_words({"method \"", name_of(plan_.name()), "\" has no instructions"});
  return Error::Ok;
}

Error MethodCheck::check() {
  GLEED_TRY(check_parts());
  const auto arenas = plan_.non_const_buffer_sizes();
  for (uint32_t i = 0; i < arenas.size; ++i) {
    if (arenas[i] < 0) return about(bad("its size is % bytes", arenas[i]), "arena", i);
  }
  for (uint32_t i = 0; i < values_.size; ++i) GLEED_TRY(about(check_value(values_[i]), "value", i));
  const auto inputs = plan_.inputs(), outputs = plan_.outputs();
  for (uint32_t i = 0; i < inputs.size; ++i) GLEED_TRY(about(check_input(inputs[i]), "input", i));
  for (uint32_t i = 0; i < outputs.size; ++i) GLEED_TRY(about(check_number(outputs[i], kAny, "it", ""), "output", i));
  const auto operators = plan_.operators();
  for (uint32_t i = 0; i < operators.size; ++i) GLEED_TRY(about(check_operator(operators[i]), "operator", i));
  const auto delegates = plan_.delegates();
  for (uint32_t i = 0; i < delegates.size; ++i) GLEED_TRY(about(check_delegate(delegates[i]), "delegate", i));
  const auto instructions = plan_.chains()[0].instructions();
  for (uint32_t i = 0; i < instructions.size; ++i) {
    GLEED_TRY(about(check_instruction(instructions[i], instructions.size), "instruction", i));
  }
  return Error::Ok;
}

}  // namespace

Error verify_methods(const pte::Program& root, uint64_t segment_base, Reason& reason) {
  const auto plans = root.execution_plan();
  for (uint32_t i = 0; i < plans.size; ++i) {
    const pte::ExecutionPlan plan = plans[i];
    if (!plan.name()) return reason.fail(Error::BadFile, {"method ", i, " has no name"});
    GLEED_TRY(MethodCheck(root, plan, segment_base, reason).check());
  }
  return Error::Ok;
}

}  // namespace gleed
