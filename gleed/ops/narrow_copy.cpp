// narrow_copy.cpp -- narrow_copy: `length` indices of one dimension, from `start` on.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error narrow_shape(Context& ctx, const Tensor& x, int64_t dim, int64_t start, int64_t length, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (x.rank == 0) return ctx.fail(Error::BadArgument, {"a tensor of rank 0 cannot be narrowed"});
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  const int64_t size = x.sizes[place];
  if (start < -size || start > size || length < 0 || length > size - (start < 0 ? start + size : start)) {
    return ctx.fail(Error::BadArgument,
                    {"start ", start, " and length ", length, " do not fit dimension ", place, " of size ", size});
  }
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank; ++d) sizes[d] = d == place ? length : x.sizes[d];
  return resize(ctx, out, {sizes, x.rank});
}

Error narrow_copy_out(Context&, const Tensor& x, int64_t dim, int64_t start, int64_t, Tensor& out) {
  const int place = wrap_dim(dim, x.rank);
  const int64_t first = start < 0 ? start + x.sizes[place] : start;
  copy_box(whole(x, out), at(x, first * x.strides[place]), out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<narrow_copy_out>(
        "aten::narrow_copy.out(Tensor self, int dim, SymInt start, SymInt length, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<narrow_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(narrow_copy) = {gleed::ops::kDefs};
