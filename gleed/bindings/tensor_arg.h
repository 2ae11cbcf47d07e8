// tensor_arg.h -- tensors across the language border: a DLPack producer (PyTorch, NumPy, ...) seen as a gleed::Tensor.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <optional>
#include <string>

#include "gleed/core/value.h"

namespace gleed::bindings {

namespace nb = nanobind;

// A tensor lent by Python; `holder` keeps the producer's memory alive. Shapes live here, so it must stay where it is.
struct LentTensor {
  nb::ndarray<nb::ro> holder;  // read-only arrays too; what is to be written comes from PyTorch, which has none
  Tensor tensor;
  int32_t sizes[kMaxRank];
  int64_t strides[kMaxRank];
  uint8_t dim_order[kMaxRank];
  int32_t bounds[kMaxRank];
};

// The DType of a DLPack type; nullopt when Gleed has none (complex, ...).
std::optional<DType> dtype_of(nb::dlpack::dtype type);
// The DLPack type of a DType.
nb::dlpack::dtype dlpack_dtype(DType dtype);

// Fills `lent` from a Python object that exports DLPack. Returns an empty string, or why it cannot be used: not a
// tensor, not on the CPU, a dtype Gleed lacks, rank over 16. Any strides are accepted; `dense` tells whether the
// elements lie without gaps in some order of dimensions (then dim_order is that order).
std::string lend(nb::handle object, LentTensor* lent, bool* dense);

}  // namespace gleed::bindings
