// diagonal_scatter.cpp -- diagonal_scatter: a copy with a diagonal of two dimensions replaced.
#include "gleed/ops/family/diagonal.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {
namespace {

Error diagonal_scatter_shape(Context& ctx, const Tensor& x, const Tensor& src, int64_t offset, int64_t dim1,
                             int64_t dim2, Tensor& out) {
  Diagonal diagonal;
  int64_t sizes[kMaxRank];
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_castable(ctx, "src", src, out));
  GLEED_TRY(read_diagonal(ctx, x, offset, dim1, dim2, &diagonal));
  GLEED_TRY(expect_sizes(ctx, "src", src, {sizes, diagonal_sizes(x, diagonal, sizes)}));
  return resize_like(ctx, out, x);
}

Error diagonal_scatter_out(Context& ctx, const Tensor& x, const Tensor& src, int64_t offset, int64_t dim1, int64_t dim2,
                           Tensor& out) {
  Diagonal diagonal;
  int64_t steps[kMaxRank];
  GLEED_TRY(read_diagonal(ctx, x, offset, dim1, dim2, &diagonal));
  const int64_t first = diagonal_steps(out, diagonal, steps);
  copy_all(x, out);
  Box box;
  for (int d = 0; d < src.rank; ++d) box.add(src.sizes[d], src.strides[d], steps[d]);
  cast_box(box, src.data, src.dtype, at(out, first), out.dtype);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<diagonal_scatter_out>("aten::diagonal_scatter.out(Tensor self, Tensor src, int offset=0, int dim1=0, "
                              "int dim2=1, *, Tensor(a!) out) -> Tensor(a!)",
                              shape::typed<diagonal_scatter_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(diagonal_scatter) = {gleed::ops::kDefs};
