// diagonal.h -- where a diagonal of two dimensions lies.
#pragma once
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {

struct Diagonal {
  int dim1, dim2;
  int64_t size;
  int64_t row, column;  // of its first element, 0 when it is empty
};
Error read_diagonal(Context& ctx, const Tensor& x, int64_t offset, int64_t dim1, int64_t dim2, Diagonal* out);
// The sizes of the result: the other dimensions, then the diagonal. Returns the rank.
size_t diagonal_sizes(const Tensor& x, const Diagonal& diagonal, int64_t* sizes);
// The steps of those dimensions in t, and the offset of the first element.
int64_t diagonal_steps(const Tensor& t, const Diagonal& diagonal, int64_t* steps);

}  // namespace gleed::ops
