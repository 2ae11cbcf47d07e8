// _clone_dim_order.cpp -- _clone_dim_order: a copy of self in another dimension order.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<Copy<bool, std::optional<IntList>>::run>(
        "dim_order_ops::_clone_dim_order.out(Tensor self, *, bool non_blocking=False, int[]? dim_order=None, "
        "Tensor(a!) out) -> Tensor(a!)",
        copy_shape, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(_clone_dim_order) = {gleed::ops::kDefs};
