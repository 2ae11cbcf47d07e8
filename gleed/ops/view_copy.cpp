// view_copy.cpp -- view_copy: the same elements, in row-major order, under other sizes.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error view_shape(Context& ctx, const Tensor& x, IntList size, Tensor& out) {
  int64_t sizes[kMaxRank];
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(read_view_sizes(ctx, x, size, sizes));
  return resize(ctx, out, {sizes, size.size()});
}

Error view_copy_out(Context&, const Tensor& x, IntList, Tensor& out) {
  copy_in_order(x, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<view_copy_out>("aten::view_copy.out(Tensor self, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)",
                       shape::typed<view_shape>, kMovable, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(view_copy) = {gleed::ops::kDefs};
