// flip.cpp -- flip: some dimensions read backwards.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error flip_shape(Context& ctx, const Tensor& x, IntList dims, Tensor& out) {
  uint32_t set = 0;
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(read_dims(ctx, dims, x.rank, false, &set));
  return resize_like(ctx, out, x);
}

Error flip_out(Context&, const Tensor& x, IntList dims, Tensor& out) {
  Box box = whole(x, out);
  int64_t start = 0;
  for (size_t i = 0; x.rank > 0 && i < dims.size(); ++i) {
    const int d = wrap_dim(dims[i], x.rank);
    start += (x.sizes[d] - 1) * x.strides[d];
    box.from[d] = -x.strides[d];
  }
  copy_box(box, at(x, start), out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<flip_out>("aten::flip.out(Tensor self, int[] dims, *, Tensor(a!) out) -> Tensor(a!)", shape::typed<flip_shape>,
                  kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(flip) = {gleed::ops::kDefs};
