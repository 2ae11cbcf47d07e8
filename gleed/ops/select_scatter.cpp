// select_scatter.cpp -- select_scatter: a copy with one index of a dimension replaced.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error select_scatter_shape(Context& ctx, const Tensor& x, const Tensor& src, int64_t dim, int64_t index, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_castable(ctx, "src", src, out));
  if (x.rank == 0) return ctx.fail(Error::BadArgument, {"nothing can be selected from a tensor of rank 0"});
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  const int64_t size = x.sizes[place];
  GLEED_TRY(expect_range(ctx, "index", index, -size, size - 1));
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank - 1; ++d) sizes[d] = x.sizes[d < place ? d : d + 1];
  GLEED_TRY(expect_sizes(ctx, "src", src, {sizes, static_cast<size_t>(x.rank) - 1}));
  return resize_like(ctx, out, x);
}

Error select_scatter_out(Context&, const Tensor& x, const Tensor& src, int64_t dim, int64_t index, Tensor& out) {
  const int place = wrap_dim(dim, x.rank);
  copy_all(x, out);
  Box box;
  for (int d = 0; d < src.rank; ++d) box.add(src.sizes[d], src.strides[d], out.strides[d < place ? d : d + 1]);
  const int64_t row = index < 0 ? index + out.sizes[place] : index;
  cast_box(box, src.data, src.dtype, at(out, row * out.strides[place]), out.dtype);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<select_scatter_out>(
        "aten::select_scatter.out(Tensor self, Tensor src, int dim, SymInt index, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<select_scatter_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(select_scatter) = {gleed::ops::kDefs};
