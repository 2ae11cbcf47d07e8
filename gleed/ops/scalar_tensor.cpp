// scalar_tensor.cpp -- scalar_tensor: a number as a tensor of rank 0.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

Error scalar_tensor_out(Context&, Scalar value, Tensor& out) {
  copy(value, out);
  return Error::Ok;
}

Error scalar_tensor_shape(Context& ctx, Args args) {
  GLEED_TRY(check_dtype(ctx, args.out().dtype));
  return resize(ctx, args.out(), {});
}

constexpr OpDef kDefs[] = {
    def<scalar_tensor_out>("aten::scalar_tensor.out(Scalar s, *, Tensor(a!) out) -> Tensor(a!)", scalar_tensor_shape,
                           dtypes::kAll, kNone),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(scalar_tensor) = {gleed::ops::kDefs};
