// replication_pad1d.cpp -- replication_pad1d: the tensor padded in its last dimension,
// with its edge elements repeated.
#include "gleed/ops/family/edge_pad.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<edge_pad_out<Edge::Replicate, 1>>(
        "aten::replication_pad1d.out(Tensor self, SymInt[2] padding, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<edge_pad_rule<Edge::Replicate, 1>>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(replication_pad1d) = {gleed::ops::kDefs};
