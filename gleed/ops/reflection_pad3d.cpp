// reflection_pad3d.cpp -- reflection_pad3d: the tensor padded in its last 3 dimensions,
// mirrored at its edges, which are not repeated.
#include "gleed/ops/family/edge_pad.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<edge_pad_out<Edge::Reflect, 3>>(
        "aten::reflection_pad3d.out(Tensor self, SymInt[6] padding, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<edge_pad_rule<Edge::Reflect, 3>>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(reflection_pad3d) = {gleed::ops::kDefs};
