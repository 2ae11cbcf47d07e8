// hardtanh.cpp -- hardtanh: x clamped to [min_val, max_val]; nan stays nan.
#include "gleed/ops/family/clamp.h"

namespace gleed::ops {
namespace {

Error hardtanh_out(Context&, const Tensor& x, Scalar min, Scalar max, Tensor& out) {
  clamp(x, x.dtype, min, max, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<hardtanh_out>(
        "aten::hardtanh.out(Tensor self, Scalar min_val=-1, Scalar max_val=1, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<1, Gives::Common, dtypes::kNumbers>, dtypes::kNumbers, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(hardtanh) = {gleed::ops::kDefs};
