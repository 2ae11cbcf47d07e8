// cummin.cpp -- cummin: the smallest element so far along a dimension, and its index.
#include "gleed/ops/family/running.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<running_out<Extreme::Min>>(
        "aten::cummin.out(Tensor self, int dim, *, Tensor(a!) values, Tensor(b!) indices) -> "
        "(Tensor(a!) values, Tensor(b!) indices)",
        shape::typed<running_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(cummin) = {gleed::ops::kDefs};
