// unbind_copy.cpp -- unbind_copy: one tensor for each index of a dimension, which disappears.
#include "gleed/ops/family/split.h"

namespace gleed::ops {
namespace {

Error unbind_shape(Context& ctx, const Tensor& x, int64_t dim, OutList out) {
  if (x.rank == 0) return ctx.fail(Error::BadArgument, {"a tensor of rank 0 cannot be unbound"});
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  GLEED_TRY(expect_outputs(ctx, x, out, x.sizes[place]));
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank - 1; ++d) sizes[d] = x.sizes[d < place ? d : d + 1];
  for (size_t k = 0; k < out.size(); ++k) GLEED_TRY(resize(ctx, out[k], {sizes, static_cast<size_t>(x.rank) - 1}));
  return Error::Ok;
}

Error unbind_copy_out(Context&, const Tensor& x, int64_t dim, OutList out) {
  const int place = wrap_dim(dim, x.rank);
  for (size_t k = 0; k < out.size(); ++k) {
    Tensor& piece = out[k];
    Box box;
    for (int d = 0; d < piece.rank; ++d) box.add(piece.sizes[d], x.strides[d < place ? d : d + 1], piece.strides[d]);
    copy_box(box, at(x, static_cast<int64_t>(k) * x.strides[place]), piece.data, dtype_bytes(x.dtype));
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<unbind_copy_out>("aten::unbind_copy.int_out(Tensor self, int dim=0, *, Tensor(a!)[] out) -> ()",
                         shape::typed<unbind_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(unbind_copy) = {gleed::ops::kDefs};
