// et_copy_index.cpp -- et_copy_index: the result of one turn of a loop copied into row `index` of the collected
// results, which grow to index + 1 rows.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error copy_index_shape(Context& ctx, Tensor& dest, const Tensor& src, int64_t index) {
  GLEED_TRY(expect_dtype(ctx, "src", src, dest.dtype));
  GLEED_TRY(expect_rank(ctx, "src", src, dest.rank - 1, dest.rank - 1));
  GLEED_TRY(expect_range(ctx, "index", index, 0, INT32_MAX - 1));
  for (int d = 0; d < src.rank; ++d) {
    // The first row says how large rows are.
    if (src.sizes[d] == dest.sizes[d + 1] || (dest.dynamic && index == 0)) continue;
    return ctx.fail(Error::BadArgument,
                    {"src has size ", src.sizes[d], " in dimension ", d, ", a row of dest has ", dest.sizes[d + 1]});
  }
  if (!dest.dynamic) return expect_range(ctx, "index", index, 0, dest.sizes[0] - 1);
  if (dest.dim_order[0] != 0) {
    return ctx.fail(Error::Unsupported,
                    {"dest's rows are not its outermost dimension, and would move as it grows; make it contiguous"});
  }
  int64_t sizes[kMaxRank];
  sizes[0] = index + 1;
  for (int d = 0; d < src.rank; ++d) sizes[d + 1] = src.sizes[d];
  return resize(ctx, dest, {sizes, dest.rank});
}

Error et_copy_index(Context&, Tensor& dest, const Tensor& src, int64_t index) {
  Box box;
  for (int d = 0; d < src.rank; ++d) box.add(src.sizes[d], src.strides[d], dest.strides[d + 1]);
  copy_box(box, src.data, at(dest, index * dest.strides[0]), dtype_bytes(src.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<et_copy_index>("executorch_prim::et_copy_index.tensor(Tensor(a!) dest, Tensor src, int index) -> ()",
                       shape::typed<copy_index_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(et_copy_index) = {gleed::ops::kDefs};
