// replication_pad2d.cpp -- replication_pad2d: the tensor padded in its last 2 dimensions,
// with its edge elements repeated.
#include "gleed/ops/family/edge_pad.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<edge_pad_out<Edge::Replicate, 2>>(
        "aten::replication_pad2d.out(Tensor self, SymInt[4] padding, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<edge_pad_rule<Edge::Replicate, 2>>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(replication_pad2d) = {gleed::ops::kDefs};
