// max.cpp -- max: the greatest element along a dimension and its index, or the greatest of all.
#include "gleed/ops/family/extreme.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<max_dim_out<Extreme::Max>>(
        "aten::max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) max_values) -> "
        "(Tensor(a!) values, Tensor(b!) indices)",
        shape::typed<max_dim_shape>, dtypes::kAll),
    def<max_all_out<Extreme::Max>>("aten::max.unary_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                                   shape::typed<max_all_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(max) = {gleed::ops::kDefs};
