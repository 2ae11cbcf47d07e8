// empty.cpp -- empty: a tensor of the given size with arbitrary contents.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

// Nothing is written; the memory planned for `out` holds something already.
Error empty_out(Context&, IntList, std::optional<int64_t>, Tensor&) { return Error::Ok; }

constexpr OpDef kDefs[] = {
    def<empty_out>("aten::empty.out(SymInt[] size, *, MemoryFormat? memory_format=None, Tensor(a!) out) -> Tensor(a!)",
                   sized_shape, dtypes::kAll, kNone),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(empty) = {gleed::ops::kDefs};
