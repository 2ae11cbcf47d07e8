// any.cpp -- any: whether one element is not zero, over some dimensions or all.
#include "gleed/ops/family/logic.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<logic_all_out<Logic::Any>>("aten::any.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                                   shape::typed<logic_all_shape>, dtypes::kAll),
    def<logic_dim_out<Logic::Any>>(
        "aten::any.out(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<logic_dim_shape>, dtypes::kAll),
    def<logic_dims_out<Logic::Any>>(
        "aten::any.dims_out(Tensor self, int[]? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<logic_dims_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(any) = {gleed::ops::kDefs};
