// reflection_pad2d.cpp -- reflection_pad2d: the tensor padded in its last 2 dimensions,
// mirrored at its edges, which are not repeated.
#include "gleed/ops/family/edge_pad.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<edge_pad_out<Edge::Reflect, 2>>(
        "aten::reflection_pad2d.out(Tensor self, SymInt[4] padding, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<edge_pad_rule<Edge::Reflect, 2>>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(reflection_pad2d) = {gleed::ops::kDefs};
