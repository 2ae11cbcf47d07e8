// lcm.cpp -- lcm: the least common multiple; 0 where both are 0, wrapping where it does not fit.
#include "gleed/ops/family/divisor.h"

namespace gleed::ops {
namespace {

Error lcm_out(Context&, const Tensor& x, const Tensor& y, Tensor& out) {
  const DType common = common_dtype({x, y});
  // Products of narrower integers are made in 32 bits.
  const DType width = common == DType::Int64 ? DType::Int64 : DType::Int32;
  binary<int64_t>(x, y, out, common, [common, width](int64_t a, int64_t b) {
    const int64_t divisor = greatest_divisor(common, a, b);
    if (divisor == 0) return divisor;
    return wrapped_abs(width, wrap_to(width, multiply(divide_trunc(a, divisor), b)));
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<lcm_out>("aten::lcm.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
                 elementwise<2, Gives::Common, dtypes::kInts>, dtypes::kIntsBool, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(lcm) = {gleed::ops::kDefs};
