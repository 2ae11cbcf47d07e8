// indexing.cpp -- errors of positions and of what changes meanwhile, and broadcasting.
#include "gleed/ops/family/indexing.h"

#include "gleed/ops/family/convert.h"

namespace gleed::ops {

Error bad_index(Context& ctx, int64_t index, int64_t least, int64_t size, int dim) {
  if (size == 0) return ctx.fail(Error::BadArgument, {"index ", index, " for dimension ", dim, ", which has size 0"});
  return ctx.fail(Error::BadArgument, {"index ", index, " is out of range for dimension ", dim, " of size ", size,
                                       "; allowed are ", least, " to ", size - 1});
}

bool is_nonzero(const Tensor& x, int64_t offset) {
  uint8_t flag = 0;
  convert(x.dtype, at(x, offset), 1, DType::Bool, &flag, 1, 1);
  return flag != 0;
}

Error changed(Context& ctx, const char* name) {
  return ctx.fail(Error::Internal, {name,
                                    " changed while it was used; another thread writes to it, or the program "
                                    "plans another tensor in its memory"});
}

Error broadcast_size(Context& ctx, int64_t other, int64_t* size) {
  if (other == *size || other == 1) return Error::Ok;
  if (*size != 1) return ctx.fail(Error::BadArgument, {"sizes ", *size, " and ", other, " do not broadcast"});
  *size = other;
  return Error::Ok;
}

Error broadcast_into(Context& ctx, const Tensor& t, int64_t* sizes, int* rank) {
  const int added = t.rank - *rank;
  if (added > 0) {
    for (int d = *rank - 1; d >= 0; --d) sizes[d + added] = sizes[d];
    for (int d = 0; d < added; ++d) sizes[d] = 1;
    *rank = t.rank;
  }
  for (int d = 0; d < t.rank; ++d) {
    GLEED_TRY(broadcast_size(ctx, t.sizes[d], &sizes[*rank - t.rank + d]));
  }
  return Error::Ok;
}

}  // namespace gleed::ops
