// split_with_sizes_copy.cpp -- split_with_sizes_copy: pieces of given sizes along one dimension.
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/split.h"

namespace gleed::ops {
namespace {

Error split_shape(Context& ctx, const Tensor& x, IntList split_sizes, int64_t dim, OutList out) {
  if (x.rank == 0) return ctx.fail(Error::BadArgument, {"a tensor of rank 0 cannot be split"});
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  GLEED_TRY(expect_outputs(ctx, x, out, static_cast<int64_t>(split_sizes.size())));
  int64_t left = x.sizes[place];
  for (size_t k = 0; k < out.size(); ++k) {
    GLEED_TRY(expect_range(ctx, "a split size", split_sizes[k], 0, left));
    left -= split_sizes[k];
    GLEED_TRY(resize_piece(ctx, x, place, split_sizes[k], out[k]));
  }
  if (left == 0) return Error::Ok;
  return ctx.fail(Error::BadArgument, {"the split sizes add up to ", x.sizes[place] - left, ", dimension ", place,
                                       " has size ", x.sizes[place]});
}

Error split_with_sizes_copy_out(Context&, const Tensor& x, IntList, int64_t dim, OutList out) {
  copy_pieces(x, wrap_dim(dim, x.rank), out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<split_with_sizes_copy_out>(
        "aten::split_with_sizes_copy.out(Tensor self, SymInt[] split_sizes, int dim=0, *, Tensor(a!)[] out) -> ()",
        shape::typed<split_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(split_with_sizes_copy) = {gleed::ops::kDefs};
