// bitwise_right_shift.cpp -- bitwise_right_shift: x / 2^y rounded down; only the sign is left where y is negative or
// not below the width.
#include "gleed/ops/family/integer.h"

namespace gleed::ops {
namespace {

struct RightShift {
  int64_t operator()(int64_t x, int64_t y) const { return x >> (y < 0 || y > 63 ? 63 : y); }
};

constexpr OpDef kDefs[] = {
    def<binary_integer<RightShift, const Tensor&, const Tensor&>>(
        "aten::bitwise_right_shift.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Common, dtypes::kInts>, dtypes::kIntsBool, kInPlace),
    def<binary_integer<RightShift, const Tensor&, Scalar>>(
        "aten::bitwise_right_shift.Tensor_Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Common, dtypes::kInts>, dtypes::kIntsBool, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(bitwise_right_shift) = {gleed::ops::kDefs};
