// fill.cpp -- fill: value everywhere, in the sizes and dtype of self.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

Error fill_number_out(Context&, const Tensor&, Scalar value, Tensor& out) {
  copy(value, out);
  return Error::Ok;
}
Error fill_tensor_out(Context&, const Tensor&, const Tensor& value, Tensor& out) {
  copy(value, out);
  return Error::Ok;
}

Error fill_tensor_shape(Context& ctx, Args args) {
  GLEED_TRY(check_dtype(ctx, args.tensor(1).dtype));
  GLEED_TRY(expect_rank(ctx, "value", args.tensor(1), 0, 0));
  return copy_shape(ctx, args);
}

constexpr OpDef kDefs[] = {
    def<fill_number_out>("aten::fill.Scalar_out(Tensor self, Scalar value, *, Tensor(a!) out) -> Tensor(a!)",
                         copy_shape, dtypes::kAll, kNone),
    def<fill_tensor_out>("aten::fill.Tensor_out(Tensor self, Tensor value, *, Tensor(a!) out) -> Tensor(a!)",
                         fill_tensor_shape, dtypes::kAll, kNone),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(fill) = {gleed::ops::kDefs};
