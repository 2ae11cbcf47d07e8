// bitwise_xor.cpp -- bitwise_xor: `^` of the bits of two integers, or of two bools.
#include "gleed/ops/family/integer.h"

namespace gleed::ops {
namespace {

struct BitwiseXor {
  int64_t operator()(int64_t x, int64_t y) const { return x ^ y; }
};

constexpr OpDef kDefs[] = {
    def<binary_integer<BitwiseXor, const Tensor&, const Tensor&>>(
        "aten::bitwise_xor.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Common, dtypes::kIntsBool>, dtypes::kIntsBool, kInPlace),
    def<binary_integer<BitwiseXor, const Tensor&, Scalar>>(
        "aten::bitwise_xor.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Common, dtypes::kIntsBool>, dtypes::kIntsBool, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(bitwise_xor) = {gleed::ops::kDefs};
