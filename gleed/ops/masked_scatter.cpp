// masked_scatter.cpp -- masked_scatter: a copy in which the elements where a mask is true are replaced by those of a
// source, both in row-major order; self and mask are broadcast.
#include "gleed/ops/family/indexing.h"

namespace gleed::ops {
namespace {

Error masked_scatter_shape(Context& ctx, const Tensor& x, const Tensor& mask, const Tensor& source, Tensor& out) {
  int rank = 0;
  int64_t sizes[kMaxRank];
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "source", source, x.dtype));
  GLEED_TRY(expect_dtypes(ctx, "mask", mask, dtypes::kBool));
  GLEED_TRY(broadcast_into(ctx, x, sizes, &rank));
  GLEED_TRY(broadcast_into(ctx, mask, sizes, &rank));
  return resize(ctx, out, {sizes, static_cast<size_t>(rank)});
}

Error masked_scatter_out(Context& ctx, const Tensor& x, const Tensor& mask, const Tensor& source, Tensor& out) {
  int64_t x_steps[kMaxRank], mask_steps[kMaxRank], index[kMaxRank] = {};
  broadcast_steps(x, out.sizes, out.rank, x_steps);
  broadcast_steps(mask, out.sizes, out.rank, mask_steps);
  const size_t bytes = dtype_bytes(x.dtype);
  const int64_t available = source.numel();
  int64_t used = 0, from = 0;  // elements taken from source, and the place of the next one
  Box one;
  one.add(1, 1, 1);
  return walk<3>(out.sizes, out.rank, {out.strides, x_steps, mask_steps}, [&](const int64_t* offsets) {
    void* to = at(out, offsets[0]);
    if (!mask.ptr<const uint8_t>()[offsets[2]]) {
      move_box(one, at(x, offsets[1]), to, bytes);
      return Error::Ok;
    }
    if (used++ == available) {
      return ctx.fail(Error::BadArgument, {"source has ", available, " elements, fewer than the mask names"});
    }
    move_box(one, at(source, from), to, bytes);
    for (int d = source.rank - 1; d >= 0; --d) {
      from += source.strides[d];
      if (++index[d] < source.sizes[d]) break;
      from -= source.strides[d] * source.sizes[d];
      index[d] = 0;
    }
    return Error::Ok;
  });
}

constexpr OpDef kDefs[] = {
    def<masked_scatter_out>(
        "aten::masked_scatter.out(Tensor self, Tensor mask, Tensor source, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<masked_scatter_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(masked_scatter) = {gleed::ops::kDefs};
