// sort.cpp -- sort: the elements along a dimension in order, and their indices; always stable.
#include "gleed/ops/family/order.h"

namespace gleed::ops {
namespace {

Error sort_shape(Context& ctx, const Tensor& x, int64_t dim, bool, Tensor& values, Tensor& indices) {
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  return order_shape(ctx, x, line(x, place).length, dim, values, indices);
}
Error sort_out(Context&, const Tensor& x, int64_t dim, bool descending, Tensor& values, Tensor& indices) {
  order(x, dim, descending, values, indices);
  return Error::Ok;
}

Error stable_sort_shape(Context& ctx, const Tensor& x, std::optional<bool>, int64_t dim, bool descending,
                        Tensor& values, Tensor& indices) {
  return sort_shape(ctx, x, dim, descending, values, indices);
}
Error stable_sort_out(Context& ctx, const Tensor& x, std::optional<bool>, int64_t dim, bool descending, Tensor& values,
                      Tensor& indices) {
  return sort_out(ctx, x, dim, descending, values, indices);
}

constexpr OpDef kDefs[] = {
    def<sort_out>("aten::sort.values(Tensor self, int dim=-1, bool descending=False, *, Tensor(a!) values, "
                  "Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices)",
                  shape::typed<sort_shape>, dtypes::kAll),
    def<stable_sort_out>("aten::sort.values_stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False, "
                         "Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices)",
                         shape::typed<stable_sort_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(sort) = {gleed::ops::kDefs};
