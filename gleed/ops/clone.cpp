// clone.cpp -- clone: a copy of self.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<Copy<std::optional<int64_t>>::run>(
        "aten::clone.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)", copy_shape,
        dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(clone) = {gleed::ops::kDefs};
