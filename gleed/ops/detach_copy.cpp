// detach_copy.cpp -- detach_copy: a copy of self.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<Copy<>::run>("aten::detach_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", copy_shape, dtypes::kAll,
                     kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(detach_copy) = {gleed::ops::kDefs};
