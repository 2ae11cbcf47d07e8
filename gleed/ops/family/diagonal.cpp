// diagonal.cpp -- where a diagonal of two dimensions lies.
#include "gleed/ops/family/diagonal.h"

namespace gleed::ops {

Error read_diagonal(Context& ctx, const Tensor& x, int64_t offset, int64_t dim1, int64_t dim2, Diagonal* out) {
  if (x.rank < 2) return ctx.fail(Error::BadArgument, {"self has rank ", x.rank, ", a diagonal needs 2 or more"});
  GLEED_TRY(normalize_dim(ctx, dim1, x.rank, &out->dim1));
  GLEED_TRY(normalize_dim(ctx, dim2, x.rank, &out->dim2));
  if (out->dim1 == out->dim2) {
    return ctx.fail(Error::BadArgument, {"both dimensions of the diagonal are ", out->dim1, "; they must differ"});
  }
  const int64_t rows = x.sizes[out->dim1], columns = x.sizes[out->dim2];
  const int64_t limit = INT32_MAX;  // beyond every dimension
  const int64_t shift = offset > limit ? limit : offset < -limit ? -limit : offset;
  out->row = shift < 0 ? -shift : 0;
  out->column = shift > 0 ? shift : 0;
  const int64_t down = rows - out->row, across = columns - out->column;
  out->size = down < across ? down : across;
  if (out->size <= 0) out->size = out->row = out->column = 0;
  return Error::Ok;
}

size_t diagonal_sizes(const Tensor& x, const Diagonal& diagonal, int64_t* sizes) {
  size_t rank = 0;
  for (int d = 0; d < x.rank; ++d) {
    if (d != diagonal.dim1 && d != diagonal.dim2) sizes[rank++] = x.sizes[d];
  }
  sizes[rank++] = diagonal.size;
  return rank;
}

int64_t diagonal_steps(const Tensor& t, const Diagonal& diagonal, int64_t* steps) {
  int rank = 0;
  for (int d = 0; d < t.rank; ++d) {
    if (d != diagonal.dim1 && d != diagonal.dim2) steps[rank++] = t.strides[d];
  }
  const int64_t down = t.strides[diagonal.dim1], across = t.strides[diagonal.dim2];
  steps[rank] = down + across;
  return diagonal.row * down + diagonal.column * across;
}

}  // namespace gleed::ops
