// tensor_arg.cpp -- DLPack to gleed::Tensor, dtype by dtype and stride by stride.
#include "gleed/bindings/tensor_arg.h"

#include <algorithm>
#include <numeric>

namespace gleed::bindings {

using Code = nb::dlpack::dtype_code;

namespace {
struct Row {
  DType dtype;
  Code code;
  uint8_t bits;
};
constexpr Row kRows[] = {
    {DType::UInt8, Code::UInt, 8},       {DType::Int8, Code::Int, 8},       {DType::Int16, Code::Int, 16},
    {DType::Int32, Code::Int, 32},       {DType::Int64, Code::Int, 64},     {DType::Float16, Code::Float, 16},
    {DType::Float32, Code::Float, 32},   {DType::Float64, Code::Float, 64}, {DType::Bool, Code::Bool, 8},
    {DType::BFloat16, Code::Bfloat, 16}, {DType::UInt16, Code::UInt, 16},   {DType::UInt32, Code::UInt, 32},
    {DType::UInt64, Code::UInt, 64},
};
}  // namespace

std::optional<DType> dtype_of(nb::dlpack::dtype type) {
  for (const Row& row : kRows) {
    if (type.code == static_cast<uint8_t>(row.code) && type.bits == row.bits && type.lanes == 1) return row.dtype;
  }
  return std::nullopt;
}

nb::dlpack::dtype dlpack_dtype(DType dtype) {
  for (const Row& row : kRows) {
    if (row.dtype == dtype) return {static_cast<uint8_t>(row.code), row.bits, 1};
  }
  return {static_cast<uint8_t>(Code::UInt), static_cast<uint8_t>(8 * dtype_bytes(dtype)), 1};
}

std::string lend(nb::handle object, LentTensor* lent, bool* dense) {
  if (!nb::ndarray_check(object)) {
    return "expected a tensor, got " + std::string(nb::inst_name(object).c_str());
  }
  nb::ndarray<nb::ro> array;
  if (!nb::try_cast(object, array)) return "the tensor does not export its memory; give a dense CPU tensor of numbers";
  if (array.device_type() != nb::device::cpu::value) return "the tensor is not on the CPU; call .cpu() first";
  const std::optional<DType> dtype = dtype_of(array.dtype());
  if (!dtype) return "the tensor's dtype is not one that programs can hold";
  if (array.ndim() > kMaxRank) return "the tensor has rank " + std::to_string(array.ndim()) + ", over 16";
  Tensor& t = lent->tensor;
  t = Tensor();
  t.rank = static_cast<uint8_t>(array.ndim());
  t.dtype = *dtype;
  t.data = const_cast<void*>(array.data());
  t.sizes = lent->sizes;
  t.strides = lent->strides;
  t.dim_order = lent->dim_order;
  t.bounds = lent->bounds;
  int64_t numel = 1;
  for (int d = 0; d < t.rank; ++d) {
    const int64_t size = static_cast<int64_t>(array.shape(d));
    if (size > INT32_MAX)
      return "size " + std::to_string(size) + " in dimension " + std::to_string(d) + " is over 2147483647";
    lent->sizes[d] = lent->bounds[d] = static_cast<int32_t>(size);
    lent->strides[d] = array.stride(d);
    lent->dim_order[d] = static_cast<uint8_t>(d);
    numel *= size;
  }
  t.capacity = static_cast<size_t>(numel) * dtype_bytes(t.dtype);
  // The order of dimensions from outermost in; dimensions of size 1 may stand anywhere and keep their place.
  uint8_t wide[kMaxRank];
  int wide_count = 0;
  for (uint8_t d = 0; d < t.rank; ++d) {
    if (lent->sizes[d] != 1) wide[wide_count++] = d;
  }
  std::stable_sort(wide, wide + wide_count, [&](uint8_t a, uint8_t b) { return lent->strides[a] > lent->strides[b]; });
  for (int d = t.rank - 1; d >= 0; --d) {
    if (lent->sizes[d] != 1) lent->dim_order[d] = wide[--wide_count];
  }
  bool contiguous = true;
  int64_t expected = 1;
  for (int d = t.rank - 1; d >= 0; --d) {
    contiguous &= lent->sizes[d] == 1 || lent->strides[d] == expected;
    expected *= lent->sizes[d];
  }
  if (contiguous || numel == 0) std::iota(lent->dim_order, lent->dim_order + t.rank, uint8_t{0});
  *dense = true;
  expected = 1;
  for (int k = t.rank - 1; k >= 0 && numel != 0; --k) {
    const int d = lent->dim_order[k];
    *dense &= lent->sizes[d] == 1 || lent->strides[d] == expected;
    expected *= lent->sizes[d];
  }
  lent->holder = std::move(array);
  return {};
}

}  // namespace gleed::bindings
