// split_copy.cpp -- split_copy: pieces of equal size along one dimension, the last one maybe smaller.
#include "gleed/ops/family/split.h"

namespace gleed::ops {
namespace {

Error split_shape(Context& ctx, const Tensor& x, int64_t split_size, int64_t dim, OutList out) {
  if (x.rank == 0) return ctx.fail(Error::BadArgument, {"a tensor of rank 0 cannot be split"});
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  const int64_t size = x.sizes[place];
  if (split_size < 0 || (split_size == 0 && size != 0)) {
    return ctx.fail(Error::BadArgument, {"split_size is ", split_size, ", expected 1 or more"});
  }
  const int64_t pieces = split_size == 0 || size == 0 ? 1 : (size - 1) / split_size + 1;
  GLEED_TRY(expect_outputs(ctx, x, out, pieces));
  for (int64_t k = 0; k < pieces; ++k) {
    const int64_t left = size - k * split_size;
    GLEED_TRY(resize_piece(ctx, x, place, left < split_size ? left : split_size, out[static_cast<size_t>(k)]));
  }
  return Error::Ok;
}

Error split_copy_out(Context&, const Tensor& x, int64_t, int64_t dim, OutList out) {
  copy_pieces(x, wrap_dim(dim, x.rank), out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<split_copy_out>(
        "aten::split_copy.Tensor_out(Tensor self, SymInt split_size, int dim=0, *, Tensor(a!)[] out) -> ()",
        shape::typed<split_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(split_copy) = {gleed::ops::kDefs};
