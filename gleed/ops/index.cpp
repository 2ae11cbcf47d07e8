// index.cpp -- index: the elements that index tensors and masks pick.
#include "gleed/ops/family/index_plan.h"

namespace gleed::ops {
namespace {

Error index_shape(Context& ctx, const Tensor& x, OptTensorList indices, Tensor& out) {
  IndexPlan plan;
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(plan.read(ctx, x, indices));
  if (plan.has_masks()) return Error::Ok;  // the kernel resizes
  GLEED_TRY(plan.finish(ctx));
  return resize(ctx, out, plan.sizes());
}

Error index_out(Context& ctx, const Tensor& x, OptTensorList indices, Tensor& out) {
  IndexPlan plan;
  GLEED_TRY(plan.read(ctx, x, indices));
  GLEED_TRY(plan.finish(ctx));
  GLEED_TRY(resize(ctx, out, plan.sizes()));
  if (out.numel() == 0) return Error::Ok;
  Box slice;
  plan.for_each_slice_dim(x, out.strides, [&](int64_t size, int64_t from, int64_t to) { slice.add(size, from, to); });
  simplify(slice);
  return plan.for_each(ctx, x, out.strides, [&](int64_t from, int64_t to) {
    move_box(slice, at(x, from), at(out, to), dtype_bytes(x.dtype));
    return Error::Ok;
  });
}

constexpr OpDef kDefs[] = {
    def<index_out>("aten::index.Tensor_out(Tensor self, Tensor?[] indices, *, Tensor(a!) out) -> Tensor(a!)",
                   shape::typed<index_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(index) = {gleed::ops::kDefs};
