// squeeze_copy.cpp -- squeeze_copy: dimensions of size 1 left out; those that have another size stay.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error drop(Context& ctx, const Tensor& x, uint32_t dims, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  int64_t sizes[kMaxRank];
  size_t rank = 0;
  for (int d = 0; d < x.rank; ++d) {
    if (x.sizes[d] != 1 || !(dims >> d & 1)) sizes[rank++] = x.sizes[d];
  }
  return resize(ctx, out, {sizes, rank});
}

Error squeeze_shape(Context& ctx, const Tensor& x, Tensor& out) { return drop(ctx, x, ~0u, out); }
Error squeeze_dim_shape(Context& ctx, const Tensor& x, int64_t dim, Tensor& out) {
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  return drop(ctx, x, 1u << place, out);
}
Error squeeze_dims_shape(Context& ctx, const Tensor& x, IntList dims, Tensor& out) {
  uint32_t set = 0;
  GLEED_TRY(read_dims(ctx, dims, x.rank, false, &set));
  return drop(ctx, x, set, out);
}

template <class... Dims>
Error squeeze_copy_out(Context&, const Tensor& x, Dims..., Tensor& out) {
  copy_in_order(x, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<squeeze_copy_out<>>("aten::squeeze_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                            shape::typed<squeeze_shape>, kMovable, kInPlace),
    def<squeeze_copy_out<int64_t>>("aten::squeeze_copy.dim_out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!)",
                                   shape::typed<squeeze_dim_shape>, kMovable, kInPlace),
    def<squeeze_copy_out<IntList>>(
        "aten::squeeze_copy.dims_out(Tensor self, int[] dim, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<squeeze_dims_shape>, kMovable, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(squeeze_copy) = {gleed::ops::kDefs};
