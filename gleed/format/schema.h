// schema.h -- the tables of a program file (PTE, file id ET12), declared once: accessors, verifier and writer share it.
#pragma once
#include "gleed/base/dtype.h"
#include "gleed/format/flat.h"

namespace gleed::pte {

using flat::String;
using flat::Table;
using flat::Union;
using flat::Vector;

constexpr char kFileId[] = "ET12";
constexpr char kHeaderMagic[] = "eh00";
constexpr size_t kHeadBytes = 64;  // what a reader looks at first; no valid file is shorter
constexpr int kRankMax = 16;
constexpr size_t kOpNameMax = 99;  // bytes of "name.overload"

// Tags of EValue::val.
enum class Tag : uint8_t {
  None = 0,
  Null,
  Int,
  Bool,
  Double,
  Tensor,
  String,
  IntList,
  DoubleList,
  BoolList,
  TensorList,
  OptionalTensorList,
};

// Tags of Instruction::instr_args.
enum class Call : uint8_t { None = 0, Kernel, Delegate, Move, JumpFalse, Free };

enum class Dynamism : int8_t { Static = 0, Bound = 1, Unbound = 2 };
enum class TensorLocation : int8_t { Segment = 0, External = 1 };
enum class BlobLocation : int8_t { Inline = 0, Segment = 1 };

// --- values ---

struct Null : Table {
  GLEED_TABLE(Null, 0)
};
struct Int : Table {
  GLEED_TABLE(Int, 1)
  GLEED_FIELD(0, int64_t, int_val)
};
struct Bool : Table {
  GLEED_TABLE(Bool, 1)
  GLEED_FIELD(0, bool, bool_val)
};
struct Double : Table {
  GLEED_TABLE(Double, 1)
  GLEED_FIELD(0, double, double_val)
};
struct StringValue : Table {
  GLEED_TABLE(String, 1)
  GLEED_FIELD(0, String, string_val)
};
struct IntList : Table {  // value numbers, each of an Int
  GLEED_TABLE(IntList, 1)
  GLEED_FIELD(0, Vector<int64_t>, items)
};
struct DoubleList : Table {
  GLEED_TABLE(DoubleList, 1)
  GLEED_FIELD(0, Vector<double>, items)
};
struct BoolList : Table {  // bytes: any that is not 0 is true
  GLEED_TABLE(BoolList, 1)
  GLEED_FIELD(0, Vector<uint8_t>, items)
};
struct TensorList : Table {  // value numbers
  GLEED_TABLE(TensorList, 1)
  GLEED_FIELD(0, Vector<int32_t>, items)
};
struct OptionalTensorList : Table {  // value numbers; -1 or the number of a Null for none
  GLEED_TABLE(OptionalTensorList, 1)
  GLEED_FIELD(0, Vector<int32_t>, items)
};

struct AllocationDetails : Table {
  GLEED_TABLE(AllocationDetails, 3)
  GLEED_FIELD(0, uint32_t, memory_id)  // from 1
  GLEED_FIELD(1, uint32_t, memory_offset_low)
  GLEED_FIELD(2, uint32_t, memory_offset_high)
  uint64_t offset() const { return uint64_t{memory_offset_high()} << 32 | memory_offset_low(); }
};
struct ExtraTensorInfo : Table {
  GLEED_TABLE(ExtraTensorInfo, 5)
  GLEED_FIELD(0, uint64_t, mutable_data_segments_idx)
  GLEED_FIELD(1, String, fully_qualified_name)
  GLEED_FIELD(2, int8_t, location)
  GLEED_FIELD(3, int8_t, device_type)
  GLEED_FIELD(4, int8_t, device_index)
};
struct Tensor : Table {
  GLEED_TABLE(Tensor, 10)
  GLEED_FIELD(0, int8_t, scalar_type)
  GLEED_FIELD(1, int32_t, storage_offset)
  GLEED_FIELD(2, Vector<int32_t>, sizes)
  GLEED_FIELD(3, Vector<uint8_t>, dim_order)
  GLEED_FIELD(4, bool, requires_grad)
  GLEED_FIELD(5, uint32_t, data_buffer_idx)
  GLEED_FIELD(6, AllocationDetails, allocation_info)
  GLEED_FIELD(7, int8_t, layout)
  GLEED_FIELD(8, int8_t, shape_dynamism)
  GLEED_FIELD(9, ExtraTensorInfo, extra_tensor_info)

  DType dtype() const { return static_cast<DType>(scalar_type()); }
  Dynamism dynamism() const { return static_cast<Dynamism>(shape_dynamism()); }
  bool is_external() const { return extra_tensor_info().location() == static_cast<int8_t>(TensorLocation::External); }
  // Read-only data in this file.
  bool is_constant() const { return !is_external() && data_buffer_idx() > 0 && !allocation_info(); }
  // Planned memory that starts with a value from this file.
  bool has_initial_value() const { return !is_external() && data_buffer_idx() > 0 && allocation_info(); }
  // Bytes at the stored (largest) sizes. Verified not to overflow.
  uint64_t bytes() const {
    uint64_t n = dtype_bytes(dtype());
    for (const int32_t size : sizes()) n *= static_cast<uint64_t>(size);
    return n;
  }
};

using AnyValue =
    Union<Null, Int, Bool, Double, Tensor, StringValue, IntList, DoubleList, BoolList, TensorList, OptionalTensorList>;
struct EValue : Table {
  GLEED_TABLE(EValue, 2)
  GLEED_FIELD(0, uint8_t, val_type)
  GLEED_FIELD(1, AnyValue, val)
  Tag tag() const { return static_cast<Tag>(val_type()); }
  // The value as table type T; its tag must say that it is one.
  template <class T>
  T as() const {
    return val().as<T>();
  }
};

// --- instructions ---

struct KernelCall : Table {
  GLEED_TABLE(KernelCall, 2)
  GLEED_FIELD(0, int32_t, op_index)
  GLEED_FIELD(1, Vector<int32_t>, args)
};
struct DelegateCall : Table {
  GLEED_TABLE(DelegateCall, 2)
  GLEED_FIELD(0, int32_t, delegate_index)
  GLEED_FIELD(1, Vector<int32_t>, args)
};
struct MoveCall : Table {
  GLEED_TABLE(MoveCall, 2)
  GLEED_FIELD(0, int32_t, move_from)
  GLEED_FIELD(1, int32_t, move_to)
};
struct JumpFalseCall : Table {
  GLEED_TABLE(JumpFalseCall, 2)
  GLEED_FIELD(0, int32_t, cond_value_index)
  GLEED_FIELD(1, int32_t, destination_instruction)
};
struct FreeCall : Table {
  GLEED_TABLE(FreeCall, 1)
  GLEED_FIELD(0, int32_t, value_index)
};

using AnyCall = Union<KernelCall, DelegateCall, MoveCall, JumpFalseCall, FreeCall>;
struct Instruction : Table {
  GLEED_TABLE(Instruction, 2)
  GLEED_FIELD(0, uint8_t, instr_args_type)
  GLEED_FIELD(1, AnyCall, instr_args)
  Call call() const { return static_cast<Call>(instr_args_type()); }
  // The arguments as table type T; the tag must say that they are.
  template <class T>
  T as() const {
    return instr_args().as<T>();
  }
};

struct Frame : Table {
  GLEED_TABLE(Frame, 4)
  GLEED_FIELD(0, String, filename)
  GLEED_FIELD(1, int32_t, lineno)
  GLEED_FIELD(2, String, name)
  GLEED_FIELD(3, String, context)
};
struct FrameList : Table {
  GLEED_TABLE(FrameList, 1)
  GLEED_FIELD(0, Vector<Frame>, items)
};
struct Chain : Table {
  GLEED_TABLE(Chain, 4)
  GLEED_FIELD(0, Vector<int32_t>, inputs)
  GLEED_FIELD(1, Vector<int32_t>, outputs)
  GLEED_FIELD(2, Vector<Instruction>, instructions)
  GLEED_FIELD(3, Vector<FrameList>, stacktrace)
};

// --- methods ---

struct Operator : Table {
  GLEED_TABLE(Operator, 2)
  GLEED_FIELD(0, String, name)
  GLEED_FIELD(1, String, overload)
};
struct CompileSpec : Table {
  GLEED_TABLE(CompileSpec, 2)
  GLEED_FIELD(0, String, key)
  GLEED_FIELD(1, Vector<uint8_t>, value)
};
struct BackendDelegateDataReference : Table {
  GLEED_TABLE(BackendDelegateDataReference, 2)
  GLEED_FIELD(0, int8_t, location)
  GLEED_FIELD(1, uint32_t, index)
};
struct BackendDelegate : Table {
  GLEED_TABLE(BackendDelegate, 3)
  GLEED_FIELD(0, String, id)
  GLEED_FIELD(1, BackendDelegateDataReference, processed)
  GLEED_FIELD(2, Vector<CompileSpec>, compile_specs)
};
struct ContainerMetadata : Table {
  GLEED_TABLE(ContainerMetadata, 2)
  GLEED_FIELD(0, String, encoded_inp_str)
  GLEED_FIELD(1, String, encoded_out_str)
};
struct NonConstBufferDevice : Table {
  GLEED_TABLE(NonConstBufferDevice, 3)
  GLEED_FIELD(0, int32_t, buffer_idx)
  GLEED_FIELD(1, int8_t, device_type)
  GLEED_FIELD(2, int8_t, device_index)
};
struct ExecutionPlan : Table {
  GLEED_TABLE(ExecutionPlan, 10)
  GLEED_FIELD(0, String, name)
  GLEED_FIELD(1, ContainerMetadata, container_meta_type)
  GLEED_FIELD(2, Vector<EValue>, values)
  GLEED_FIELD(3, Vector<int32_t>, inputs)
  GLEED_FIELD(4, Vector<int32_t>, outputs)
  GLEED_FIELD(5, Vector<Chain>, chains)
  GLEED_FIELD(6, Vector<Operator>, operators)
  GLEED_FIELD(7, Vector<BackendDelegate>, delegates)
  GLEED_FIELD(8, Vector<int64_t>, non_const_buffer_sizes)  // element 0 is a dummy; arena k is element k
  GLEED_FIELD(9, Vector<NonConstBufferDevice>, non_const_buffer_device)
};

// --- the whole file ---

struct Buffer : Table {
  GLEED_TABLE(Buffer, 1)
  GLEED_FIELD(0, Vector<uint8_t>, storage)
};
struct BackendDelegateInlineData : Table {
  GLEED_TABLE(BackendDelegateInlineData, 1)
  GLEED_FIELD(0, Vector<uint8_t>, data)
};
struct DataSegment : Table {
  GLEED_TABLE(DataSegment, 2)
  GLEED_FIELD(0, uint64_t, offset)  // from the segments' base
  GLEED_FIELD(1, uint64_t, size)
};
struct SubsegmentOffsets : Table {
  GLEED_TABLE(SubsegmentOffsets, 2)
  GLEED_FIELD(0, uint32_t, segment_index)
  GLEED_FIELD(1, Vector<uint64_t>, offsets)  // element 0 is a placeholder
};
struct NamedData : Table {
  GLEED_TABLE(NamedData, 2)
  GLEED_FIELD(0, String, key)
  GLEED_FIELD(1, uint32_t, segment_index)
};
struct Program : Table {
  GLEED_TABLE(Program, 8)
  GLEED_FIELD(0, uint32_t, version)
  GLEED_FIELD(1, Vector<ExecutionPlan>, execution_plan)
  GLEED_FIELD(2, Vector<Buffer>, constant_buffer)
  GLEED_FIELD(3, Vector<BackendDelegateInlineData>, backend_delegate_data)
  GLEED_FIELD(4, Vector<DataSegment>, segments)
  GLEED_FIELD(5, SubsegmentOffsets, constant_segment)
  GLEED_FIELD(6, Vector<SubsegmentOffsets>, mutable_data_segments)
  GLEED_FIELD(7, Vector<NamedData>, named_data)
};

}  // namespace gleed::pte
