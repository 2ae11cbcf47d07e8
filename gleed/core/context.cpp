// context.cpp -- resizing of outputs, and what all shape rules share.
#include "gleed/core/context.h"

#include "gleed/base/checked.h"

namespace gleed {

Error resize(Context& ctx, Tensor& t, Span<const int64_t> sizes) {
  if (sizes.size != t.rank) {
    return ctx.fail(Error::BadArgument, {"output has rank ", t.rank, ", the result has rank ", sizes.size});
  }
  int64_t extent = 1;  // sizes of 0 count as 1, as they do for strides
  bool empty = false, changed = false;
  for (int d = 0; d < t.rank; ++d) {
    if (sizes[d] < 0 || sizes[d] > INT32_MAX || !checked_mul<int64_t>(extent, sizes[d] ? sizes[d] : 1, &extent)) {
      return ctx.fail(Error::BadArgument, {"the result's size ", sizes[d], " in dimension ", d, " is out of range"});
    }
    empty |= sizes[d] == 0;
    changed |= sizes[d] != t.sizes[d];
  }
  const int64_t numel = empty ? 0 : extent;
  if (!changed) return Error::Ok;
  if (!t.dynamic) {
    for (int d = 0; d < t.rank; ++d) {
      if (sizes[d] != t.sizes[d]) {
        return ctx.fail(Error::BadArgument, {"output has the fixed size ", t.sizes[d], " in dimension ", d,
                                             ", the result needs ", sizes[d]});
      }
    }
  }
  if (static_cast<uint64_t>(numel) > t.capacity / dtype_bytes(t.dtype)) {
    return ctx.fail(Error::BadArgument, {"the result has ", numel, " elements, more than the ",
                                         t.capacity / dtype_bytes(t.dtype), " planned for the largest shape"});
  }
  for (int d = 0; d < t.rank; ++d) t.sizes[d] = static_cast<int32_t>(sizes[d]);
  set_strides(t);
  return Error::Ok;
}

Error resize_like(Context& ctx, Tensor& t, const Tensor& like) {
  int64_t sizes[kMaxRank];
  for (int d = 0; d < like.rank; ++d) sizes[d] = like.sizes[d];
  return resize(ctx, t, {sizes, like.rank});
}

Error normalize_dim(Context& ctx, int64_t dim, int rank, int* out) {
  const int64_t range = rank == 0 ? 1 : rank;
  if (dim < -range || dim >= range) {
    return ctx.fail(Error::BadArgument, {"dimension ", dim, " is not in [", -range, ", ", range - 1, "]"});
  }
  *out = static_cast<int>(dim < 0 ? dim + range : dim);
  return Error::Ok;
}

}  // namespace gleed
