// _softmax.cpp -- _softmax: exp(x) over the sum of exp(x) along a dimension.
#include "gleed/ops/family/softmax.h"

namespace gleed::ops {
namespace {

Error softmax_out(Context&, const Tensor& x, int64_t dim, bool, Tensor& out) {
  softmax(x, dim, false, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<softmax_out>("aten::_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) -> Tensor(a!)",
                     shape::typed<softmax_shape>, dtypes::kFloats, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(_softmax) = {gleed::ops::kDefs};
