// nanmedian.cpp -- nanmedian: the middle one, in ascending order, of the elements that are not nan, of all or along a
// dimension.
#include "gleed/ops/family/median.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<median_out<true>>("aten::nanmedian.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                          shape::typed<median_shape>, dtypes::kNumbers, kNone, median_scratch),
    def<median_dim_out<true>>("aten::nanmedian.dim_values(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) "
                              "values, Tensor(b!) indices) -> "
                              "(Tensor(a!) values, Tensor(b!) indices)",
                              shape::typed<max_dim_shape>, dtypes::kNumbers, kNone, line_scratch<1>),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(nanmedian) = {gleed::ops::kDefs};
