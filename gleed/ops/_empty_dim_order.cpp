// _empty_dim_order.cpp -- _empty_dim_order: a tensor of the given size and dimension order with arbitrary contents.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

// Nothing is written; the memory planned for `out` holds something already.
Error empty_dim_order_out(Context&, IntList, std::optional<IntList>, Tensor&) { return Error::Ok; }

constexpr OpDef kDefs[] = {
    def<empty_dim_order_out>(
        "dim_order_ops::_empty_dim_order.out(int[] size, *, int[]? dim_order=None, Tensor(a!) out) -> Tensor(a!)",
        sized_shape, dtypes::kAll, kNone),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(_empty_dim_order) = {gleed::ops::kDefs};
