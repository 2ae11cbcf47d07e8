// std.cpp -- std: the standard deviation over some dimensions.
#include "gleed/ops/family/variance.h"

namespace gleed::ops {
namespace {

constexpr OpDef kDefs[] = {
    def<var_out<true>>("aten::std.out(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False, *, "
                       "Tensor(a!) out) -> Tensor(a!)",
                       shape::typed<var_shape>, dtypes::kFloats),
    def<var_correction_out<true>>("aten::std.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, "
                                  "bool keepdim=False, Tensor(a!) out) -> Tensor(a!)",
                                  shape::typed<var_correction_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(std) = {gleed::ops::kDefs};
