// full_like.cpp -- full_like: one value everywhere, in the sizes of self.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

Error full_like_out(Context&, const Tensor&, Scalar value, std::optional<int64_t>, Tensor& out) {
  copy(value, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<full_like_out>("aten::full_like.out(Tensor self, Scalar fill_value, *, MemoryFormat? memory_format=None, "
                       "Tensor(a!) out) -> Tensor(a!)",
                       cast_shape, dtypes::kAll, kNone),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(full_like) = {gleed::ops::kDefs};
