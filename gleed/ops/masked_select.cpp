// masked_select.cpp -- masked_select: the elements where a mask is true, in row-major order; both are broadcast.
#include "gleed/ops/family/indexing.h"

namespace gleed::ops {
namespace {

struct Both {
  int rank = 0;
  int64_t sizes[kMaxRank], x_steps[kMaxRank], mask_steps[kMaxRank];
};
Error read(Context& ctx, const Tensor& x, const Tensor& mask, Both* both) {
  GLEED_TRY(broadcast_into(ctx, x, both->sizes, &both->rank));
  GLEED_TRY(broadcast_into(ctx, mask, both->sizes, &both->rank));
  broadcast_steps(x, both->sizes, both->rank, both->x_steps);
  broadcast_steps(mask, both->sizes, both->rank, both->mask_steps);
  return Error::Ok;
}

Error masked_select_shape(Context& ctx, const Tensor& x, const Tensor& mask, Tensor& out) {
  Both both;
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_dtypes(ctx, "mask", mask, dtypes::kBool | dtypes::bit(DType::UInt8)));
  GLEED_TRY(expect_rank(ctx, "out", out, 1, 1));  // the kernel resizes
  return read(ctx, x, mask, &both);
}

Error masked_select_out(Context& ctx, const Tensor& x, const Tensor& mask, Tensor& out) {
  Both both;
  GLEED_TRY(read(ctx, x, mask, &both));
  const auto* flags = mask.ptr<const uint8_t>();
  int64_t count = 0;
  GLEED_TRY(walk<1>(both.sizes, both.rank, {both.mask_steps}, [&](const int64_t* offset) {
    count += flags[*offset] != 0;
    return Error::Ok;
  }));
  GLEED_TRY(resize(ctx, out, {&count, 1}));
  Box one;
  one.add(1, 1, 1);
  int64_t done = 0;
  return walk<2>(both.sizes, both.rank, {both.mask_steps, both.x_steps}, [&](const int64_t* offsets) {
    if (!flags[offsets[0]]) return Error::Ok;
    if (done == count) return changed(ctx, "mask");
    move_box(one, at(x, offsets[1]), at(out, done++), dtype_bytes(x.dtype));
    return Error::Ok;
  });
}

constexpr OpDef kDefs[] = {
    def<masked_select_out>("aten::masked_select.out(Tensor self, Tensor mask, *, Tensor(a!) out) -> Tensor(a!)",
                           shape::typed<masked_select_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(masked_select) = {gleed::ops::kDefs};
