// permute_copy.cpp -- permute_copy: the dimensions in another order.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error permute_shape(Context& ctx, const Tensor& x, IntList dims, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  uint32_t seen = 0;
  GLEED_TRY(read_dims(ctx, dims, x.rank, false, &seen));
  if (dims.size() != x.rank) {
    return ctx.fail(Error::BadArgument, {"dims has ", dims.size(), " items, the tensor has rank ", x.rank});
  }
  int64_t sizes[kMaxRank];
  for (size_t d = 0; d < x.rank; ++d) sizes[d] = x.sizes[wrap_dim(dims[d], x.rank)];
  return resize(ctx, out, {sizes, x.rank});
}

Error permute_copy_out(Context&, const Tensor& x, IntList dims, Tensor& out) {
  Box box;
  for (int d = 0; d < out.rank; ++d) {
    box.add(out.sizes[d], x.strides[wrap_dim(dims[static_cast<size_t>(d)], x.rank)], out.strides[d]);
  }
  copy_box(box, x.data, out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<permute_copy_out>("aten::permute_copy.out(Tensor self, int[] dims, *, Tensor(a!) out) -> Tensor(a!)",
                          shape::typed<permute_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(permute_copy) = {gleed::ops::kDefs};
