// amax.cpp -- amax: the greatest element over some dimensions.
#include "gleed/ops/family/extreme.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<amax_out<Extreme::Max>>(
        "aten::amax.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<amax_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(amax) = {gleed::ops::kDefs};
