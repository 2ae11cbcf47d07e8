// lift_fresh_copy.cpp -- lift_fresh_copy: a copy of self.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<Copy<>::run>("aten::lift_fresh_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", copy_shape,
                     dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(lift_fresh_copy) = {gleed::ops::kDefs};
