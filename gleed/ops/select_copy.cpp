// select_copy.cpp -- select_copy: one index of one dimension, which disappears.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error select_shape(Context& ctx, const Tensor& x, int64_t dim, int64_t index, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (x.rank == 0) return ctx.fail(Error::BadArgument, {"nothing can be selected from a tensor of rank 0"});
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  const int64_t size = x.sizes[place];
  GLEED_TRY(expect_range(ctx, "index", index, -size, size - 1));
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank - 1; ++d) sizes[d] = x.sizes[d < place ? d : d + 1];
  return resize(ctx, out, {sizes, static_cast<size_t>(x.rank) - 1});
}

Error select_copy_out(Context&, const Tensor& x, int64_t dim, int64_t index, Tensor& out) {
  const int place = wrap_dim(dim, x.rank);
  Box box;
  for (int d = 0; d < out.rank; ++d) box.add(out.sizes[d], x.strides[d < place ? d : d + 1], out.strides[d]);
  const int64_t row = index < 0 ? index + x.sizes[place] : index;
  copy_box(box, at(x, row * x.strides[place]), out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<select_copy_out>(
        "aten::select_copy.int_out(Tensor self, int dim, SymInt index, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<select_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(select_copy) = {gleed::ops::kDefs};
