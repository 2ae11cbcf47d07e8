// et_view.cpp -- et_view: the output gets new sizes and the memory of the input; nothing is copied.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

// True when x's memory, read with out's sizes and strides, gives x's elements in row-major order.
bool can_share(const Tensor& x, const Tensor& out) {
  if (x.numel() == 0) return true;
  int view = out.rank - 1;
  int64_t stride = 1, have = 1, given = 1;  // of a run of x's dimensions that lie end to end: step, sizes of x and out
  for (int d = x.rank - 1; d >= 0; --d) {
    if (x.sizes[d] == 1) continue;
    if (have == 1) stride = x.strides[d];
    have *= x.sizes[d];
    int outer = d - 1;
    while (outer >= 0 && x.sizes[outer] == 1) --outer;
    if (outer >= 0 && x.strides[outer] == have * stride) continue;
    for (; view >= 0 && (given < have || out.sizes[view] == 1); --view) {
      if (out.sizes[view] != 1 && out.strides[view] != given * stride) return false;
      given *= out.sizes[view];
    }
    if (given != have) return false;
    have = given = 1;
  }
  return true;
}

Error view_shape(Context& ctx, const Tensor& x, IntList size, Tensor& out) {
  int64_t sizes[kMaxRank];
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(read_view_sizes(ctx, x, size, sizes));
  // What the output may hold is decided by the memory that it is about to get.
  const size_t own = out.capacity;
  out.capacity = x.capacity;
  const Error error = resize(ctx, out, {sizes, size.size()});
  out.capacity = own;
  GLEED_TRY(error);
  if (can_share(x, out)) return Error::Ok;
  return ctx.fail(Error::Unsupported, {"a view without copy of a tensor whose dim order does not allow it; "
                                       "make it contiguous before the view"});
}

Error et_view(Context&, const Tensor& x, IntList, Tensor& out) {
  out.data = x.data;
  out.capacity = x.capacity;
  out.constant = x.constant;
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<et_view>("executorch_prim::et_view.default(Tensor self, int[] size, *, Tensor(a!) out) -> Tensor(a!)",
                 shape::typed<view_shape>, ~0u, kSetsData),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(et_view) = {gleed::ops::kDefs};
