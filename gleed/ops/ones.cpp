// ones.cpp -- ones: a tensor of the given size, 1 everywhere.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

Error ones_out(Context&, IntList, Tensor& out) {
  copy(Scalar(int64_t{1}), out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<ones_out>("aten::ones.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)", sized_shape, dtypes::kAll, kNone),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(ones) = {gleed::ops::kDefs};
