// split.cpp -- cutting a tensor along one dimension into a list of tensors.
#include "gleed/ops/family/split.h"

namespace gleed::ops {

Error expect_outputs(Context& ctx, const Tensor& x, const OutList& out, int64_t count) {
  if (count != static_cast<int64_t>(out.size())) {
    return ctx.fail(Error::BadArgument, {"the split gives ", count, " tensors, the output list has ", out.size()});
  }
  for (size_t k = 0; k < out.size(); ++k) {
    if (!out.list[k]) return ctx.fail(Error::BadArgument, {"output ", k, " of the list is not a tensor"});
    GLEED_TRY(expect_dtype(ctx, "an output", out[k], x.dtype));
  }
  return Error::Ok;
}

Error resize_piece(Context& ctx, const Tensor& x, int dim, int64_t length, Tensor& out) {
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank; ++d) sizes[d] = d == dim ? length : x.sizes[d];
  return resize(ctx, out, {sizes, x.rank});
}

void copy_pieces(const Tensor& x, int dim, const OutList& out) {
  int64_t start = 0;
  for (size_t k = 0; k < out.size(); ++k) {
    copy_box(whole(x, out[k]), at(x, start * x.strides[dim]), out[k].data, dtype_bytes(x.dtype));
    start += out[k].sizes[dim];
  }
}

}  // namespace gleed::ops
