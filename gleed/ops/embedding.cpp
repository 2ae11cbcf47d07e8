// embedding.cpp -- embedding: the rows of a table that the indices name.
#include "gleed/ops/family/indexing.h"

namespace gleed::ops {
namespace {

Error embedding_shape(Context& ctx, const Tensor& weight, const Tensor& indices, int64_t, bool, bool, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, weight.dtype));
  GLEED_TRY(expect_rank(ctx, "weight", weight, 2, 2));
  GLEED_TRY(expect_rank(ctx, "indices", indices, 0, kMaxRank - 1));
  GLEED_TRY(expect_dtypes(ctx, "indices", indices, kIndexDTypes));
  int64_t sizes[kMaxRank];
  for (int d = 0; d < indices.rank; ++d) sizes[d] = indices.sizes[d];
  sizes[indices.rank] = weight.sizes[1];
  return resize(ctx, out, {sizes, static_cast<size_t>(indices.rank) + 1});
}

Error embedding_out(Context& ctx, const Tensor& weight, const Tensor& indices, int64_t, bool, bool, Tensor& out) {
  Box row;
  row.add(weight.sizes[1], weight.strides[1], out.strides[indices.rank]);
  simplify(row);
  const size_t bytes = dtype_bytes(weight.dtype);
  return walk<2>(indices.sizes, indices.rank, {indices.strides, out.strides}, [&](const int64_t* offsets) {
    const int64_t index = read_index(indices, offsets[0]);
    GLEED_TRY(check_index(ctx, index, weight.sizes[0], 0));
    move_box(row, at(weight, index * weight.strides[0]), at(out, offsets[1]), bytes);
    return Error::Ok;
  });
}

constexpr OpDef kDefs[] = {
    def<embedding_out>("aten::embedding.out(Tensor weight, Tensor indices, SymInt padding_idx=-1, "
                       "bool scale_grad_by_freq=False, bool sparse=False, *, Tensor(a!) out) -> Tensor(a!)",
                       shape::typed<embedding_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(embedding) = {gleed::ops::kDefs};
