// argmin.cpp -- argmin: where the smallest element is, along a dimension or among all elements.
#include "gleed/ops/family/extreme.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<argmax_out<Extreme::Min>>(
        "aten::argmin.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<argmax_shape>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(argmin) = {gleed::ops::kDefs};
