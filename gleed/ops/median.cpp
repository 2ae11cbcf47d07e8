// median.cpp -- median: the middle one of the elements in ascending order, of all or along a dimension; nan where there
// is one.
#include "gleed/ops/family/median.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<median_out<false>>("aten::median.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", shape::typed<median_shape>,
                           dtypes::kNumbers, kNone, median_scratch),
    def<median_dim_out<false>>("aten::median.dim_values(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) "
                               "values, Tensor(b!) indices) -> "
                               "(Tensor(a!) values, Tensor(b!) indices)",
                               shape::typed<max_dim_shape>, dtypes::kNumbers, kNone, line_scratch<1>),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(median) = {gleed::ops::kDefs};
