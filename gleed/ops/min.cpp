// min.cpp -- min: the smallest element along a dimension and its index, or the smallest of all.
#include "gleed/ops/family/extreme.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<max_dim_out<Extreme::Min>>(
        "aten::min.dim_min(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) min, Tensor(b!) min_indices) -> "
        "(Tensor(a!) values, Tensor(b!) indices)",
        shape::typed<max_dim_shape>, dtypes::kAll),
    def<max_all_out<Extreme::Min>>("aten::min.unary_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                                   shape::typed<max_all_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(min) = {gleed::ops::kDefs};
