// index_plan.h -- x[a, :, b, ...]: which elements a list of index tensors picks, as PyTorch has it.
//
// Integer tensors are broadcast against each other and name positions of the dimension they stand at (negative ones
// count from the end); a bool or uint8 mask stands at as many dimensions as it has and names where it is true. The
// dimensions of the broadcast indices replace those they stand at if these are neighbours, else they come first.
#pragma once
#include "gleed/ops/family/indexing.h"

namespace gleed::ops {

class IndexPlan {
 public:
  // Reads the list and checks dtypes and ranks, sizes of masks, and that the integer tensors broadcast.
  Error read(Context& ctx, const Tensor& x, const OptTensorList& indices);
  // Masks decide the result's sizes by their contents; without them, `finish` may be called in a rule.
  bool has_masks() const { return masks_; }
  // Counts what the masks name, and sets the sizes of the result.
  Error finish(Context& ctx);

  Span<const int64_t> sizes() const { return {sizes_, static_cast<size_t>(rank_)}; }

  // The parts of one picked slice: for each dimension of x that has no index, its place in the result.
  // Calls f(offset in x, offset in the other tensor) for each picked slice, with that tensor's steps in the result's
  // dimensions.
  template <class F>
  Error for_each(Context& ctx, const Tensor& x, const int64_t* other_steps, F&& f);
  // Adds the dimensions of a slice to a box: (size, step in x, step in the other tensor).
  template <class F>
  void for_each_slice_dim(const Tensor& x, const int64_t* other_steps, F&& f) const {
    int k = 0;
    for (int d = 0; d < x.rank; ++d) {
      if (indexed_ >> d & 1) continue;
      f(static_cast<int64_t>(x.sizes[d]), x.strides[d], other_steps[slice_place(k++)]);
    }
  }

 private:
  struct Entry {
    const Tensor* tensor = nullptr;
    int dim = 0;  // of x
    bool mask = false;
    int64_t trues = 0;  // of a mask
    int64_t steps[kMaxRank];
    // Where a mask's walk is: the next element to look at, and the last true one's place in x.
    int64_t next = 0, place = 0;
  };

  Error add(Context& ctx, const Tensor& x, const Tensor& t, int dim);
  // A mask's next true element.
  Error advance(Context& ctx, const Tensor& x, Entry& entry) const;
  // The result's dimension that the k-th dimension without index goes to.
  int slice_place(int k) const { return k < front_ ? k : k + index_rank_; }

  Entry entries_[kMaxRank];
  int count_ = 0;
  uint32_t indexed_ = 0;  // bit d: dimension d of x has an index
  bool masks_ = false;
  int x_rank_ = 0;
  const Tensor* x_ = nullptr;
  int front_ = 0;  // how many of the result's dimensions come before those of the indices
  int index_rank_ = 0;
  int64_t index_sizes_[kMaxRank];
  int rank_ = 0;
  int64_t sizes_[2 * kMaxRank];
};

template <class F>
Error IndexPlan::for_each(Context& ctx, const Tensor& x, const int64_t* other_steps, F&& f) {
  for (int d = 0; d < index_rank_; ++d) {
    if (index_sizes_[d] == 0) return Error::Ok;
  }
  int64_t index[kMaxRank] = {};
  int64_t other = 0;
  for (;;) {
    int64_t offset = 0;
    for (int e = 0; e < count_; ++e) {
      Entry& entry = entries_[e];
      if (entry.mask) {
        const int64_t column = index[index_rank_ - 1];  // masks lie along the last dimension of the indices
        if (column == 0) entry.next = 0;
        if (column == 0 || entry.trues != 1) GLEED_TRY(advance(ctx, x, entry));
        offset += entry.place;
        continue;
      }
      int64_t at_index = 0;
      for (int d = 0; d < index_rank_; ++d) at_index += index[d] * entry.steps[d];
      const int64_t given = read_index(*entry.tensor, at_index), size = x.sizes[entry.dim];
      if (given < -size || given >= size) return bad_index(ctx, given, -size, size, entry.dim);
      offset += (given < 0 ? given + size : given) * x.strides[entry.dim];
    }
    GLEED_TRY(f(offset, other));
    int d = index_rank_ - 1;
    for (; d >= 0; --d) {
      other += other_steps[front_ + d];
      if (++index[d] < index_sizes_[d]) break;
      other -= index_sizes_[d] * other_steps[front_ + d];
      index[d] = 0;
    }
    if (d < 0) return Error::Ok;
  }
}

}  // namespace gleed::ops
