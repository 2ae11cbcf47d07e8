// _to_dim_order_copy.cpp -- _to_dim_order_copy: a copy of self in another dtype and dimension order.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<Copy<bool, std::optional<IntList>>::run>(
        "dim_order_ops::_to_dim_order_copy.out(Tensor self, *, bool non_blocking=False, int[]? dim_order=None, "
        "Tensor(a!) out) -> Tensor(a!)",
        cast_shape, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(_to_dim_order_copy) = {gleed::ops::kDefs};
