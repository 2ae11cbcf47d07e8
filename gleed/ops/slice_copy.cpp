// slice_copy.cpp -- slice_copy: every step-th index from start to end of one dimension.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

using OptInt = std::optional<int64_t>;

Error slice_shape(Context& ctx, const Tensor& x, int64_t dim, OptInt start, OptInt end, int64_t step, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (x.rank == 0) return ctx.fail(Error::BadArgument, {"a tensor of rank 0 cannot be sliced"});
  int place = 0;
  SliceRange range;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  GLEED_TRY(read_slice(ctx, x.sizes[place], start, end, step, &range));
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank; ++d) sizes[d] = d == place ? range.length : x.sizes[d];
  return resize(ctx, out, {sizes, x.rank});
}

Error slice_copy_out(Context& ctx, const Tensor& x, int64_t dim, OptInt start, OptInt end, int64_t step, Tensor& out) {
  const int place = wrap_dim(dim, x.rank);
  SliceRange range;
  GLEED_TRY(read_slice(ctx, x.sizes[place], start, end, step, &range));
  Box box = whole(x, out);
  box.from[place] *= range.step;
  copy_box(box, at(x, range.start * x.strides[place]), out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<slice_copy_out>("aten::slice_copy.Tensor_out(Tensor self, int dim=0, SymInt? start=None, SymInt? end=None, "
                        "SymInt step=1, *, Tensor(a!) out) -> Tensor(a!)",
                        shape::typed<slice_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(slice_copy) = {gleed::ops::kDefs};
