// triu.cpp -- triu: matrices with what lies below a diagonal set to zero.
#include "gleed/ops/family/triangle.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<triangle_out<false>>("aten::triu.out(Tensor self, SymInt diagonal=0, *, Tensor(a!) out) -> Tensor(a!)",
                             shape::typed<triangle_shape>, kMovable, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(triu) = {gleed::ops::kDefs};
