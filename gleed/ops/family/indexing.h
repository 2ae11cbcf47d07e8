// indexing.h -- what operators share that take positions from tensors: reading and checking them, and walking.
//
// Positions are checked where they are used, each after one read: memory that a faulty program lets overlap may change
// in between.
#pragma once
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {

constexpr uint32_t kIndexDTypes = dtypes::bit(DType::Int32) | dtypes::bit(DType::Int64);

// The position at element `offset` of an index tensor.
inline int64_t read_index(const Tensor& index, int64_t offset) {
  return index.dtype == DType::Int64 ? index.ptr<const int64_t>()[offset] : index.ptr<const int32_t>()[offset];
}

// "index 12 is out of range ..."
Error bad_index(Context& ctx, int64_t index, int64_t least, int64_t size, int dim);
// True when the element is not 0; nan is not.
bool is_nonzero(const Tensor& x, int64_t offset);

// index is in [0, size).
inline Error check_index(Context& ctx, int64_t index, int64_t size, int dim) {
  return index >= 0 && index < size ? Error::Ok : bad_index(ctx, index, 0, size, dim);
}

// Calls f(const int64_t* offsets), one for each of K operands, for each position of a box in row-major order, until it
// fails. `steps`: how far the operands' elements lie apart in each dimension.
template <int K, class Size, class F>
Error walk(const Size* sizes, int rank, const int64_t* const (&steps)[K], F&& f) {
  for (int d = 0; d < rank; ++d) {
    if (sizes[d] == 0) return Error::Ok;
  }
  int64_t index[kMaxRank] = {};
  int64_t offsets[K] = {};
  for (;;) {
    GLEED_TRY(f(static_cast<const int64_t*>(offsets)));
    int d = rank - 1;
    for (; d >= 0; --d) {
      const bool same_row = ++index[d] < sizes[d];
      const int64_t moved = same_row ? 1 : 1 - static_cast<int64_t>(sizes[d]);
      for (int k = 0; k < K; ++k) offsets[k] += moved * steps[k][d];
      if (same_row) break;
      index[d] = 0;
    }
    if (d < 0) return Error::Ok;
  }
}

// The steps of t's elements when t is broadcast to `rank` dimensions of the given sizes.
template <class Size>
void broadcast_steps(const Tensor& t, const Size* sizes, int rank, int64_t* steps) {
  const int added = rank - t.rank;
  for (int d = 0; d < rank; ++d) {
    steps[d] = d < added || (t.sizes[d - added] == 1 && sizes[d] != 1) ? 0 : t.strides[d - added];
  }
}

// *size becomes what it and `other` broadcast to.
Error broadcast_size(Context& ctx, int64_t other, int64_t* size);
// Adds t's sizes to those that a result is broadcast to.
Error broadcast_into(Context& ctx, const Tensor& t, int64_t* sizes, int* rank);

// A kernel that reads its input twice found other elements the second time.
Error changed(Context& ctx, const char* name);

}  // namespace gleed::ops
