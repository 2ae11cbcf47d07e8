// program_data.h -- a whole program as plain structs: what the compiler fills in for `write_program` and tools read
// back.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gleed/base/dtype.h"
#include "gleed/base/span.h"

namespace gleed {

// --- values: the alternatives of ValueData are in the order of pte::Tag, from Null ---

struct NoneData {};

// A place in a planned arena. memory_id counts from 1.
struct Place {
  uint32_t memory_id = 1;
  uint64_t offset = 0;
};

struct TensorData {
  DType dtype = DType::Float32;
  std::vector<int32_t> sizes;      // (rank) the largest, when dynamic
  std::vector<uint8_t> dim_order;  // (rank) outermost first
  bool dynamic = false;
  bool requires_grad = false;
  std::optional<Place> place;    // planned memory
  std::optional<uint32_t> data;  // without place: into ProgramData::constants; with one: into ::initial_values
  bool external = false;         // data comes from a data file, found by `name`; `data` is not used
  std::string name;              // key in a data file, or name of a mutable buffer; empty for none
  int8_t device_type = 0;        // 0 is the CPU
  int8_t device_index = 0;
};

struct IntListData {
  std::vector<int64_t> items;  // value numbers, each of an int
};
struct DoubleListData {
  std::vector<double> items;
};
struct BoolListData {
  std::vector<uint8_t> items;
};
struct TensorListData {
  std::vector<int32_t> items;  // value numbers
};
struct OptionalTensorListData {
  std::vector<int32_t> items;  // value numbers, or -1
};

using ValueData = std::variant<NoneData, int64_t, bool, double, TensorData, std::string, IntListData, DoubleListData,
                               BoolListData, TensorListData, OptionalTensorListData>;

// --- instructions: in the order of pte::Call, from Kernel ---

struct KernelCallData {
  int32_t op = 0;             // into MethodData::operators
  std::vector<int32_t> args;  // value numbers: all schema arguments, then the returns
};
struct DelegateCallData {
  int32_t delegate = 0;       // into MethodData::delegates
  std::vector<int32_t> args;  // value numbers: inputs, then outputs
};
struct MoveData {
  int32_t from = 0, to = 0;  // value numbers
};
struct JumpFalseData {
  int32_t condition = 0;  // value number
  int32_t target = 0;     // instruction number, at most their count
};
struct FreeData {
  int32_t value = 0;
};

using InstructionData = std::variant<KernelCallData, DelegateCallData, MoveData, JumpFalseData, FreeData>;

struct FrameData {
  std::string filename;
  int32_t line = 0;
  std::string function;
  std::string source;
};

// --- methods ---

struct OperatorData {
  std::string name;      // "aten::add"
  std::string overload;  // "out"; may be empty
};

struct DelegateData {
  std::string backend;
  uint32_t blob = 0;                                         // into ProgramData::delegate_blobs
  std::vector<std::pair<std::string, std::string>> options;  // key, any bytes
};

struct ArenaDevice {
  int32_t arena = 0;
  int8_t device_type = 0;
  int8_t device_index = 0;
};

struct MethodData {
  std::string name;
  std::string input_tree, output_tree;  // how to rebuild nested containers; an empty input_tree marks a constant method
  std::vector<ValueData> values;
  std::vector<int32_t> inputs, outputs;  // value numbers
  std::vector<InstructionData> instructions;
  std::vector<OperatorData> operators;
  std::vector<DelegateData> delegates;
  std::vector<int64_t> arena_bytes;  // of memory_id 1, 2, ...
  std::vector<ArenaDevice> arena_devices;
  std::vector<std::vector<FrameData>> stacktrace;  // none, or one entry an instruction
};

// --- the program. Bytes belong to the caller and must live until it has been written ---

struct NamedBlob {
  std::string key;
  Bytes bytes;
  uint64_t alignment = 1;  // a power of two
};

struct ProgramData {
  std::vector<MethodData> methods;
  std::vector<Bytes> constants;
  std::vector<Bytes> initial_values;  // of mutable tensors
  std::vector<Bytes> delegate_blobs;
  std::vector<NamedBlob> named_data;
};

}  // namespace gleed
