// reflection_pad1d.cpp -- reflection_pad1d: the tensor padded in its last dimension,
// mirrored at its edges, which are not repeated.
#include "gleed/ops/family/edge_pad.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<edge_pad_out<Edge::Reflect, 1>>(
        "aten::reflection_pad1d.out(Tensor self, SymInt[2] padding, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<edge_pad_rule<Edge::Reflect, 1>>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(reflection_pad1d) = {gleed::ops::kDefs};
