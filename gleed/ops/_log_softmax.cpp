// _log_softmax.cpp -- _log_softmax: x less the logarithm of the sum of exp(x) along a dimension.
#include "gleed/ops/family/softmax.h"

namespace gleed::ops {
namespace {

Error log_softmax_out(Context&, const Tensor& x, int64_t dim, bool, Tensor& out) {
  softmax(x, dim, true, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<log_softmax_out>(
        "aten::_log_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<softmax_shape>, dtypes::kFloats, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(_log_softmax) = {gleed::ops::kDefs};
