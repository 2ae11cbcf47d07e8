// index_plan.cpp -- reading a list of index tensors.
#include "gleed/ops/family/index_plan.h"

namespace gleed::ops {

Error IndexPlan::add(Context& ctx, const Tensor& x, const Tensor& t, int dim) {
  const bool mask = t.dtype == DType::Bool || t.dtype == DType::UInt8;
  if (!mask) GLEED_TRY(expect_dtypes(ctx, "an index", t, kIndexDTypes));
  if (mask && t.rank == 0) {
    return ctx.fail(Error::Unsupported, {"an index is a mask of rank 0; use one with dimensions"});
  }
  const int dims = mask ? t.rank : 1;
  if (dim + dims > x.rank) {
    return ctx.fail(Error::BadArgument, {"the indices stand for more than the ", x.rank, " dimensions of the tensor"});
  }
  for (int d = 0; mask && d < dims; ++d) {
    if (t.sizes[d] == x.sizes[dim + d]) continue;
    return ctx.fail(Error::BadArgument, {"the mask has size ", t.sizes[d], " in dimension ", d, ", the tensor has ",
                                         x.sizes[dim + d], " in dimension ", dim + d});
  }
  Entry& entry = entries_[count_++];
  entry.tensor = &t;
  entry.dim = dim;
  entry.mask = mask;
  masks_ |= mask;
  for (int d = 0; d < dims; ++d) indexed_ |= 1u << (dim + d);
  return Error::Ok;
}

Error IndexPlan::read(Context& ctx, const Tensor& x, const OptTensorList& indices) {
  x_ = &x;
  x_rank_ = x.rank;
  int dim = 0;
  for (size_t i = 0; i < indices.size(); ++i) {
    const Tensor* t = indices[i];
    if (dim >= x.rank) {
      return ctx.fail(Error::BadArgument,
                      {"the indices stand for more than the ", x.rank, " dimensions of the tensor"});
    }
    if (t) GLEED_TRY(add(ctx, x, *t, dim));
    dim += t && entries_[count_ - 1].mask ? t->rank : 1;
  }
  return Error::Ok;
}

Error IndexPlan::finish(Context& ctx) {
  index_rank_ = 0;
  for (int e = 0; e < count_; ++e) {
    Entry& entry = entries_[e];
    if (!entry.mask) {
      GLEED_TRY(broadcast_into(ctx, *entry.tensor, index_sizes_, &index_rank_));
      continue;
    }
    const auto* flags = entry.tensor->ptr<const uint8_t>();
    const int64_t n = entry.tensor->numel();
    entry.trues = 0;
    for (int64_t i = 0; i < n; ++i) entry.trues += flags[i] != 0;
    // It stands for a list of as many positions.
    if (index_rank_ == 0) index_sizes_[index_rank_++] = 1;
    GLEED_TRY(broadcast_size(ctx, entry.trues, &index_sizes_[index_rank_ - 1]));
  }
  for (int e = 0; e < count_; ++e) {
    if (!entries_[e].mask) broadcast_steps(*entries_[e].tensor, index_sizes_, index_rank_, entries_[e].steps);
  }
  // Dimensions with an index are neighbours when their bits are one run.
  const uint32_t run = indexed_ ? indexed_ >> __builtin_ctz(indexed_) : 0;
  front_ = indexed_ && (run & (run + 1)) == 0 ? __builtin_ctz(indexed_) : 0;
  rank_ = 0;
  int kept = 0;
  for (int d = 0; d < x_rank_; ++d) {
    if (indexed_ >> d & 1) continue;
    if (kept++ == front_) {
      for (int k = 0; k < index_rank_; ++k) sizes_[rank_++] = index_sizes_[k];
    }
    sizes_[rank_++] = x_->sizes[d];
  }
  if (kept <= front_) {
    for (int k = 0; k < index_rank_; ++k) sizes_[rank_++] = index_sizes_[k];
  }
  return Error::Ok;
}

Error IndexPlan::advance(Context& ctx, const Tensor& x, Entry& entry) const {
  const Tensor& mask = *entry.tensor;
  const auto* flags = mask.ptr<const uint8_t>();
  const int64_t n = mask.numel();
  while (entry.next < n) {
    int64_t rest = entry.next++, at_flag = 0, place = 0;
    for (int d = mask.rank - 1; d >= 0; --d) {
      const int64_t i = rest % mask.sizes[d];
      rest /= mask.sizes[d];
      at_flag += i * mask.strides[d];
      place += i * x.strides[entry.dim + d];
    }
    if (!flags[at_flag]) continue;
    entry.place = place;
    return Error::Ok;
  }
  return changed(ctx, "a mask");
}

}  // namespace gleed::ops
