// _to_copy.cpp -- _to_copy: a copy of self in another dtype.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<Copy<bool, std::optional<int64_t>>::run>("aten::_to_copy.out(Tensor self, *, bool non_blocking=False, "
                                                 "MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
                                                 cast_shape, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(_to_copy) = {gleed::ops::kDefs};
