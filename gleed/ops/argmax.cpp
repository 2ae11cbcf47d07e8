// argmax.cpp -- argmax: where the greatest element is, along a dimension or among all elements.
#include "gleed/ops/family/extreme.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<argmax_out<Extreme::Max>>(
        "aten::argmax.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<argmax_shape>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(argmax) = {gleed::ops::kDefs};
