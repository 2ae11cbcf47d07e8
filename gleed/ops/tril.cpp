// tril.cpp -- tril: matrices with what lies above a diagonal set to zero.
#include "gleed/ops/family/triangle.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<triangle_out<true>>("aten::tril.out(Tensor self, SymInt diagonal=0, *, Tensor(a!) out) -> Tensor(a!)",
                            shape::typed<triangle_shape>, kMovable, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(tril) = {gleed::ops::kDefs};
