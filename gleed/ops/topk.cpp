// topk.cpp -- topk: the k greatest or smallest elements along a dimension and their indices; always sorted.
#include "gleed/ops/family/order.h"

namespace gleed::ops {
namespace {

Error topk_shape(Context& ctx, const Tensor& x, int64_t k, int64_t dim, bool, bool, Tensor& values, Tensor& indices) {
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  GLEED_TRY(expect_range(ctx, "k", k, 0, line(x, place).length));
  if (x.rank == 0 && k == 0) return ctx.fail(Error::Unsupported, {"k is 0 for a tensor of rank 0; use 1"});
  return order_shape(ctx, x, k, dim, values, indices);
}

Error topk_out(Context&, const Tensor& x, int64_t, int64_t dim, bool largest, bool, Tensor& values, Tensor& indices) {
  order(x, dim, largest, values, indices);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<topk_out>("aten::topk.values(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True, *, "
                  "Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices)",
                  shape::typed<topk_shape>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(topk) = {gleed::ops::kDefs};
