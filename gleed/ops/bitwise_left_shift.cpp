// bitwise_left_shift.cpp -- bitwise_left_shift: x * 2^y, wrapping; 0 where y is negative or not below the width.
#include "gleed/ops/family/integer.h"

namespace gleed::ops {
namespace {

struct LeftShift {
  int64_t operator()(int64_t x, int64_t y) const {
    return y < 0 || y > 63 ? 0 : static_cast<int64_t>(static_cast<uint64_t>(x) << y);
  }
};

constexpr OpDef kDefs[] = {
    def<binary_integer<LeftShift, const Tensor&, const Tensor&>>(
        "aten::bitwise_left_shift.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Common, dtypes::kInts>, dtypes::kIntsBool, kInPlace),
    def<binary_integer<LeftShift, const Tensor&, Scalar>>(
        "aten::bitwise_left_shift.Tensor_Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Common, dtypes::kInts>, dtypes::kIntsBool, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(bitwise_left_shift) = {gleed::ops::kDefs};
