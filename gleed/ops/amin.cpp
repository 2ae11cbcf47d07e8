// amin.cpp -- amin: the smallest element over some dimensions.
#include "gleed/ops/family/extreme.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<amax_out<Extreme::Min>>(
        "aten::amin.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<amax_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(amin) = {gleed::ops::kDefs};
