// slice_scatter.cpp -- slice_scatter: a copy with a slice of one dimension replaced.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

using OptInt = std::optional<int64_t>;

Error slice_scatter_shape(Context& ctx, const Tensor& x, const Tensor& src, int64_t dim, OptInt start, OptInt end,
                          int64_t step, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_castable(ctx, "src", src, out));
  if (x.rank == 0) return ctx.fail(Error::BadArgument, {"a tensor of rank 0 cannot be sliced"});
  int place = 0;
  SliceRange range;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  GLEED_TRY(read_slice(ctx, x.sizes[place], start, end, step, &range));
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank; ++d) sizes[d] = d == place ? range.length : x.sizes[d];
  GLEED_TRY(expect_sizes(ctx, "src", src, {sizes, x.rank}));
  return resize_like(ctx, out, x);
}

Error slice_scatter_out(Context& ctx, const Tensor& x, const Tensor& src, int64_t dim, OptInt start, OptInt end,
                        int64_t step, Tensor& out) {
  const int place = wrap_dim(dim, x.rank);
  SliceRange range;
  GLEED_TRY(read_slice(ctx, x.sizes[place], start, end, step, &range));
  copy_all(x, out);
  Box box;
  for (int d = 0; d < src.rank; ++d) box.add(src.sizes[d], src.strides[d], out.strides[d]);
  box.to[place] *= range.step;
  cast_box(box, src.data, src.dtype, at(out, range.start * out.strides[place]), out.dtype);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<slice_scatter_out>("aten::slice_scatter.out(Tensor self, Tensor src, int dim=0, SymInt? start=None, "
                           "SymInt? end=None, SymInt step=1, *, Tensor(a!) out) -> Tensor(a!)",
                           shape::typed<slice_scatter_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(slice_scatter) = {gleed::ops::kDefs};
