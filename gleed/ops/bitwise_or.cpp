// bitwise_or.cpp -- bitwise_or: `|` of the bits of two integers, or of two bools.
#include "gleed/ops/family/integer.h"

namespace gleed::ops {
namespace {

struct BitwiseOr {
  int64_t operator()(int64_t x, int64_t y) const { return x | y; }
};

constexpr OpDef kDefs[] = {
    def<binary_integer<BitwiseOr, const Tensor&, const Tensor&>>(
        "aten::bitwise_or.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Common, dtypes::kIntsBool>, dtypes::kIntsBool, kInPlace),
    def<binary_integer<BitwiseOr, const Tensor&, Scalar>>(
        "aten::bitwise_or.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Common, dtypes::kIntsBool>, dtypes::kIntsBool, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(bitwise_or) = {gleed::ops::kDefs};
