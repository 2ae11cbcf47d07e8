// unsqueeze_copy.cpp -- unsqueeze_copy: a dimension of size 1 put in.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error unsqueeze_shape(Context& ctx, const Tensor& x, int64_t dim, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank + 1, &place));
  int64_t sizes[kMaxRank + 1];
  for (int d = 0; d <= x.rank; ++d) sizes[d] = d == place ? 1 : x.sizes[d < place ? d : d - 1];
  return resize(ctx, out, {sizes, static_cast<size_t>(x.rank) + 1});
}

Error unsqueeze_copy_out(Context&, const Tensor& x, int64_t, Tensor& out) {
  copy_in_order(x, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<unsqueeze_copy_out>("aten::unsqueeze_copy.out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!)",
                            shape::typed<unsqueeze_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(unsqueeze_copy) = {gleed::ops::kDefs};
