// dtype.h -- DType: the element types, numbered as in program files.
#pragma once
#include <cstddef>
#include <cstdint>

namespace gleed {

enum class DType : int8_t {
  UInt8 = 0,
  Int8 = 1,
  Int16 = 2,
  Int32 = 3,
  Int64 = 4,
  Float16 = 5,
  Float32 = 6,
  Float64 = 7,
  Bool = 11,
  QInt8 = 12,
  QUInt8 = 13,
  QInt32 = 14,
  BFloat16 = 15,
  QUInt4x2 = 16,
  QUInt2x4 = 17,
  Bits16 = 22,
  Float8E5M2 = 23,
  Float8E4M3FN = 24,
  Float8E5M2FNUZ = 25,
  Float8E4M3FNUZ = 26,
  UInt16 = 27,
  UInt32 = 28,
  UInt64 = 29,
};

// One row a dtype: its number, PyTorch's name for it, bytes an element.
struct DTypeRow {
  DType dtype;
  const char* name;
  uint8_t bytes;
};

constexpr DTypeRow kDTypes[] = {
    {DType::UInt8, "uint8", 1},
    {DType::Int8, "int8", 1},
    {DType::Int16, "int16", 2},
    {DType::Int32, "int32", 4},
    {DType::Int64, "int64", 8},
    {DType::Float16, "float16", 2},
    {DType::Float32, "float32", 4},
    {DType::Float64, "float64", 8},
    {DType::Bool, "bool", 1},
    {DType::QInt8, "qint8", 1},
    {DType::QUInt8, "quint8", 1},
    {DType::QInt32, "qint32", 4},
    {DType::BFloat16, "bfloat16", 2},
    {DType::QUInt4x2, "quint4x2", 1},
    {DType::QUInt2x4, "quint2x4", 1},
    {DType::Bits16, "bits16", 2},
    {DType::Float8E5M2, "float8_e5m2", 1},
    {DType::Float8E4M3FN, "float8_e4m3fn", 1},
    {DType::Float8E5M2FNUZ, "float8_e5m2fnuz", 1},
    {DType::Float8E4M3FNUZ, "float8_e4m3fnuz", 1},
    {DType::UInt16, "uint16", 2},
    {DType::UInt32, "uint32", 4},
    {DType::UInt64, "uint64", 8},
};

// True when `number` is one of the enum's.
constexpr bool is_dtype(int number) {
  for (const DTypeRow& row : kDTypes) {
    if (static_cast<int>(row.dtype) == number) return true;
  }
  return false;
}

// Bytes of one element.
constexpr size_t dtype_bytes(DType t) {
  switch (t) {
    case DType::Int64:
    case DType::Float64:
    case DType::UInt64:
      return 8;
    case DType::Int32:
    case DType::Float32:
    case DType::QInt32:
    case DType::UInt32:
      return 4;
    case DType::Int16:
    case DType::Float16:
    case DType::BFloat16:
    case DType::Bits16:
    case DType::UInt16:
      return 2;
    default:
      return 1;
  }
}

// PyTorch's name, for example "float32".
constexpr const char* dtype_name(DType t) {
  for (const DTypeRow& row : kDTypes) {
    if (row.dtype == t) return row.name;
  }
  return "unknown dtype";
}

}  // namespace gleed
