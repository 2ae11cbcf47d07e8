// zeros.cpp -- zeros: a tensor of the given size, 0 everywhere.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

Error zeros_out(Context&, IntList, Tensor& out) {
  copy(Scalar(int64_t{0}), out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<zeros_out>("aten::zeros.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)", sized_shape, dtypes::kAll, kNone),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(zeros) = {gleed::ops::kDefs};
