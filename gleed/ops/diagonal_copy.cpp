// diagonal_copy.cpp -- diagonal_copy: a diagonal of two dimensions, put last.
#include "gleed/ops/family/diagonal.h"

namespace gleed::ops {
namespace {

Error diagonal_shape(Context& ctx, const Tensor& x, int64_t offset, int64_t dim1, int64_t dim2, Tensor& out) {
  Diagonal diagonal;
  int64_t sizes[kMaxRank];
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(read_diagonal(ctx, x, offset, dim1, dim2, &diagonal));
  return resize(ctx, out, {sizes, diagonal_sizes(x, diagonal, sizes)});
}

Error diagonal_copy_out(Context& ctx, const Tensor& x, int64_t offset, int64_t dim1, int64_t dim2, Tensor& out) {
  Diagonal diagonal;
  int64_t steps[kMaxRank];
  GLEED_TRY(read_diagonal(ctx, x, offset, dim1, dim2, &diagonal));
  const int64_t first = diagonal_steps(x, diagonal, steps);
  Box box;
  for (int d = 0; d < out.rank; ++d) box.add(out.sizes[d], steps[d], out.strides[d]);
  copy_box(box, at(x, first), out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<diagonal_copy_out>(
        "aten::diagonal_copy.out(Tensor self, int offset=0, int dim1=0, int dim2=1, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<diagonal_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(diagonal_copy) = {gleed::ops::kDefs};
