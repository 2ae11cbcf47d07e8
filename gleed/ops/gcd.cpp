// gcd.cpp -- gcd: the greatest common divisor.
#include "gleed/ops/family/divisor.h"

namespace gleed::ops {
namespace {

Error gcd_out(Context&, const Tensor& x, const Tensor& y, Tensor& out) {
  const DType common = common_dtype({x, y});
  binary<int64_t>(x, y, out, common, [common](int64_t a, int64_t b) { return greatest_divisor(common, a, b); });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<gcd_out>("aten::gcd.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
                 elementwise<2, Gives::Common, dtypes::kInts>, dtypes::kIntsBool, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(gcd) = {gleed::ops::kDefs};
