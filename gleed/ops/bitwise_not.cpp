// bitwise_not.cpp -- bitwise_not: every bit turned; of bool: true where x is false.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

Error bitwise_not_out(Context&, const Tensor& x, Tensor& out) {
  const int64_t mask = x.dtype == DType::Bool ? 1 : -1;
  unary<int64_t>(x, out, x.dtype, [mask](int64_t v) { return v ^ mask; });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<bitwise_not_out>("aten::bitwise_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                         elementwise<1, Gives::Common, dtypes::kIntsBool>, dtypes::kIntsBool, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(bitwise_not) = {gleed::ops::kDefs};
