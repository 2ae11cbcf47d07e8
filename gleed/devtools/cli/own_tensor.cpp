// own_tensor.cpp -- memory for tensors of the tools, and their elements as numbers.
#include "gleed/devtools/cli/own_tensor.h"

#include "gleed/base/checked.h"
#include "gleed/base/half.h"
#include "gleed/core/copy.h"

namespace gleed::cli {

Error OwnTensor::make(DType dtype, Span<const int32_t> sizes, Reason& reason, bool column_major) {
  if (sizes.size > kMaxRank) return reason.fail(Error::BadArgument, {"rank ", sizes.size, " is over ", kMaxRank});
  tensor_.dtype = dtype;
  tensor_.rank = static_cast<uint8_t>(sizes.size);
  int64_t bytes = static_cast<int64_t>(dtype_bytes(dtype));
  bool empty = false;
  for (int d = 0; d < tensor_.rank; ++d) {
    if (sizes[d] < 0) return reason.fail(Error::BadArgument, {"size ", sizes[d], " in dimension ", d, " is negative"});
    empty |= sizes[d] == 0;
    if (sizes[d] && !checked_mul(bytes, int64_t{sizes[d]}, &bytes))
      return reason.fail(Error::OutOfMemory, {"a tensor is too large for this machine"});
    sizes_[d] = sizes[d];
    dim_order_[d] = static_cast<uint8_t>(column_major ? tensor_.rank - 1 - d : d);
  }
  tensor_.sizes = sizes_;
  tensor_.bounds = sizes_;
  tensor_.strides = strides_;
  tensor_.dim_order = dim_order_;
  set_strides(tensor_);
  tensor_.capacity = empty ? 0 : static_cast<size_t>(bytes);
  arena_ = Arena::heap();
  tensor_.data = arena_.allocate(tensor_.capacity);
  return tensor_.data ? Error::Ok : reason.fail(Error::OutOfMemory, {"no memory for a tensor of ", bytes, " bytes"});
}

Error OwnTensor::copy(const Tensor& from, Reason& reason) {
  GLEED_TRY(make(from.dtype, {from.sizes, from.rank}, reason));
  copy_elements(from, tensor_);
  return Error::Ok;
}

namespace {

template <class T>
double read_as(const void* data, int64_t i) {
  return static_cast<double>(static_cast<const T*>(data)[i]);
}

template <class T>
bool store_as(void* data, int64_t i, double value) {
  static_cast<T*>(data)[i] = static_cast<T>(value);
  return true;
}

}  // namespace

double element(DType dtype, const void* data, int64_t i) {
  switch (dtype) {
    case DType::Int8:
    case DType::QInt8:
      return read_as<int8_t>(data, i);
    case DType::Int16:
      return read_as<int16_t>(data, i);
    case DType::Int32:
    case DType::QInt32:
      return read_as<int32_t>(data, i);
    case DType::Int64:
      return read_as<int64_t>(data, i);
    case DType::UInt16:
    case DType::Bits16:
      return read_as<uint16_t>(data, i);
    case DType::UInt32:
      return read_as<uint32_t>(data, i);
    case DType::UInt64:
      return read_as<uint64_t>(data, i);
    case DType::Float16:
      return static_cast<float>(static_cast<const Half*>(data)[i]);
    case DType::BFloat16:
      return static_cast<float>(static_cast<const BFloat16*>(data)[i]);
    case DType::Float32:
      return read_as<float>(data, i);
    case DType::Float64:
      return read_as<double>(data, i);
    default:  // of one byte
      return read_as<uint8_t>(data, i);
  }
}

bool set_element(DType dtype, void* data, int64_t i, double value) {
  switch (dtype) {
    case DType::UInt8:
    case DType::Bool:
      return store_as<uint8_t>(data, i, value);
    case DType::Int8:
      return store_as<int8_t>(data, i, value);
    case DType::Int16:
      return store_as<int16_t>(data, i, value);
    case DType::Int32:
      return store_as<int32_t>(data, i, value);
    case DType::Int64:
      return store_as<int64_t>(data, i, value);
    case DType::UInt16:
      return store_as<uint16_t>(data, i, value);
    case DType::UInt32:
      return store_as<uint32_t>(data, i, value);
    case DType::UInt64:
      return store_as<uint64_t>(data, i, value);
    case DType::Float16:
      static_cast<Half*>(data)[i] = Half(static_cast<float>(value));
      return true;
    case DType::BFloat16:
      static_cast<BFloat16*>(data)[i] = BFloat16(static_cast<float>(value));
      return true;
    case DType::Float32:
      return store_as<float>(data, i, value);
    case DType::Float64:
      return store_as<double>(data, i, value);
    default:
      return false;
  }
}

}  // namespace gleed::cli
