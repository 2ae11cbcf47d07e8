// replication_pad3d.cpp -- replication_pad3d: the tensor padded in its last 3 dimensions,
// with its edge elements repeated.
#include "gleed/ops/family/edge_pad.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<edge_pad_out<Edge::Replicate, 3>>(
        "aten::replication_pad3d.out(Tensor self, SymInt[6] padding, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<edge_pad_rule<Edge::Replicate, 3>>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(replication_pad3d) = {gleed::ops::kDefs};
