// own_tensor.h -- OwnTensor: a dense tensor with memory of its own, for what the tools read, make and print.
#pragma once
#include "gleed/base/arena.h"
#include "gleed/core/value.h"

namespace gleed::cli {

class OwnTensor {
 public:
  OwnTensor() = default;
  OwnTensor(const OwnTensor&) = delete;
  OwnTensor& operator=(const OwnTensor&) = delete;

  // Takes zeroed memory for these sizes, at most kMaxRank; row-major, or column-major (the first dimension is the
  // innermost). Replaces what was held. BadArgument: negative or too large sizes; OutOfMemory.
  Error make(DType dtype, Span<const int32_t> sizes, Reason& reason, bool column_major = false);
  // The elements of `from`, whatever its strides, in row-major order.
  Error copy(const Tensor& from, Reason& reason);

  Tensor& tensor() { return tensor_; }
  const Tensor& tensor() const { return tensor_; }

 private:
  Arena arena_ = Arena::heap();
  Tensor tensor_;
  int32_t sizes_[kMaxRank];
  int64_t strides_[kMaxRank];
  uint8_t dim_order_[kMaxRank];
};

// Element `i` of memory in this dtype as a double; integers over 2^53 are rounded.
double element(DType dtype, const void* data, int64_t i);
// Stores `value`, rounded to the dtype. False for dtypes that are not numbers here (quantized, float8, raw bits).
bool set_element(DType dtype, void* data, int64_t i, double value);

}  // namespace gleed::cli
