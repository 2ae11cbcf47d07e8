// full.cpp -- full: a tensor of the given size with one value everywhere.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

Error full_out(Context&, IntList, Scalar value, Tensor& out) {
  copy(value, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<full_out>("aten::full.out(SymInt[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!)", sized_shape,
                  dtypes::kAll, kNone),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(full) = {gleed::ops::kDefs};
