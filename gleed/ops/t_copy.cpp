// t_copy.cpp -- t_copy: a matrix transposed; tensors of rank 0 and 1 as they are.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error t_shape(Context& ctx, const Tensor& x, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_rank(ctx, "self", x, 0, 2));
  int64_t sizes[2] = {};
  for (int d = 0; d < x.rank; ++d) sizes[d] = x.sizes[x.rank - 1 - d];
  return resize(ctx, out, {sizes, x.rank});
}

Error t_copy_out(Context&, const Tensor& x, Tensor& out) {
  Box box;
  for (int d = 0; d < x.rank; ++d) box.add(out.sizes[d], x.strides[x.rank - 1 - d], out.strides[d]);
  copy_box(box, x.data, out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<t_copy_out>("aten::t_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", shape::typed<t_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(t_copy) = {gleed::ops::kDefs};
