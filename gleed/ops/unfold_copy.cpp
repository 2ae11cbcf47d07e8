// unfold_copy.cpp -- unfold_copy: windows of `size` along a dimension, one every `step`; the window comes last.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error unfold_shape(Context& ctx, const Tensor& x, int64_t dimension, int64_t size, int64_t step, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dimension, x.rank, &place));
  const int64_t length = x.rank ? x.sizes[place] : 1;
  GLEED_TRY(expect_range(ctx, "size", size, 0, length));
  GLEED_TRY(expect_range(ctx, "step", step, 1, INT64_MAX));
  int64_t sizes[kMaxRank + 1];
  for (int d = 0; d < x.rank; ++d) sizes[d] = d == place ? (length - size) / step + 1 : x.sizes[d];
  sizes[x.rank] = size;
  return resize(ctx, out, {sizes, static_cast<size_t>(x.rank) + 1});
}

Error unfold_copy_out(Context&, const Tensor& x, int64_t dimension, int64_t, int64_t step, Tensor& out) {
  const int place = wrap_dim(dimension, x.rank);
  Box box;
  for (int d = 0; d < x.rank; ++d) {
    // A lone window's step may be huge, and does not matter.
    box.add(out.sizes[d], d == place && out.sizes[d] > 1 ? x.strides[d] * step : x.strides[d], out.strides[d]);
  }
  box.add(out.sizes[x.rank], x.rank ? x.strides[place] : 0, out.strides[x.rank]);
  copy_box(box, x.data, out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<unfold_copy_out>(
        "aten::unfold_copy.out(Tensor self, int dimension, int size, int step, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<unfold_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(unfold_copy) = {gleed::ops::kDefs};
