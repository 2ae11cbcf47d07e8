// indexing.cpp -- errors of positions, and broadcasting.
#include "gleed/ops/family/indexing.h"

namespace gleed::ops {

Error bad_index(Context& ctx, int64_t index, int64_t least, int64_t size, int dim) {
  if (size == 0) return ctx.fail(Error::BadArgument, {"index ", index, " for dimension ", dim, ", which has size 0"});
  return ctx.fail(Error::BadArgument, {"index ", index, " is out of range for dimension ", dim, " of size ", size,
                                       "; allowed are ", least, " to ", size - 1});
}

Error broadcast_into(Context& ctx, const Tensor& t, int64_t* sizes, int* rank) {
  const int added = t.rank - *rank;
  if (added > 0) {
    for (int d = *rank - 1; d >= 0; --d) sizes[d + added] = sizes[d];
    for (int d = 0; d < added; ++d) sizes[d] = 1;
    *rank = t.rank;
  }
  for (int d = 0; d < t.rank; ++d) {
    int64_t& size = sizes[*rank - t.rank + d];
    if (t.sizes[d] == size || t.sizes[d] == 1) continue;
    if (size != 1) {
      return ctx.fail(Error::BadArgument, {"sizes ", size, " and ", t.sizes[d], " do not broadcast"});
    }
    size = t.sizes[d];
  }
  return Error::Ok;
}

}  // namespace gleed::ops
