// cummax.cpp -- cummax: the greatest element so far along a dimension, and its index.
#include "gleed/ops/family/running.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<running_out<Extreme::Max>>(
        "aten::cummax.out(Tensor self, int dim, *, Tensor(a!) values, Tensor(b!) indices) -> "
        "(Tensor(a!) values, Tensor(b!) indices)",
        shape::typed<running_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(cummax) = {gleed::ops::kDefs};
