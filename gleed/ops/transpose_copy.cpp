// transpose_copy.cpp -- transpose_copy: two dimensions trade places.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error transpose_shape(Context& ctx, const Tensor& x, int64_t dim0, int64_t dim1, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  int a = 0, b = 0;
  GLEED_TRY(normalize_dim(ctx, dim0, x.rank, &a));
  GLEED_TRY(normalize_dim(ctx, dim1, x.rank, &b));
  int64_t sizes[kMaxRank] = {};
  for (int d = 0; d < x.rank; ++d) sizes[d] = x.sizes[d == a ? b : d == b ? a : d];
  return resize(ctx, out, {sizes, x.rank});
}

Error transpose_copy_out(Context&, const Tensor& x, int64_t dim0, int64_t dim1, Tensor& out) {
  const int a = wrap_dim(dim0, x.rank), b = wrap_dim(dim1, x.rank);
  Box box;
  for (int d = 0; d < x.rank; ++d) box.add(out.sizes[d], x.strides[d == a ? b : d == b ? a : d], out.strides[d]);
  copy_box(box, x.data, out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<transpose_copy_out>(
        "aten::transpose_copy.int_out(Tensor self, int dim0, int dim1, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<transpose_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(transpose_copy) = {gleed::ops::kDefs};
