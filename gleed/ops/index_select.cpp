// index_select.cpp -- index_select: the indices of one dimension that a list names, in its order.
#include "gleed/ops/family/indexing.h"

namespace gleed::ops {
namespace {

Error index_select_shape(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, Tensor& out) {
  int place = 0;
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  GLEED_TRY(expect_rank(ctx, "index", index, 0, 1));
  GLEED_TRY(expect_dtypes(ctx, "index", index, kIndexDTypes));
  if (x.rank == 0 && index.numel() != 1) {
    return ctx.fail(Error::BadArgument, {"index has ", index.numel(), " elements, expected 1 for a tensor of rank 0"});
  }
  int64_t sizes[kMaxRank] = {};
  for (int d = 0; d < x.rank; ++d) sizes[d] = d == place ? index.numel() : x.sizes[d];
  return resize(ctx, out, {sizes, x.rank});
}

Error index_select_out(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, Tensor& out) {
  const int place = wrap_dim(dim, x.rank);
  Box slice;
  for (int d = 0; d < x.rank; ++d) {
    if (d != place) slice.add(x.sizes[d], x.strides[d], out.strides[d]);
  }
  simplify(slice);
  const int64_t size = x.rank ? x.sizes[place] : 1, n = index.numel();
  const int64_t from = x.rank ? x.strides[place] : 0, to = x.rank ? out.strides[place] : 0;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t k = read_index(index, i);
    GLEED_TRY(check_index(ctx, k, size, place));
    move_box(slice, at(x, k * from), at(out, i * to), dtype_bytes(x.dtype));
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<index_select_out>("aten::index_select.out(Tensor self, int dim, Tensor index, *, Tensor(a!) out) -> Tensor(a!)",
                          shape::typed<index_select_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(index_select) = {gleed::ops::kDefs};
