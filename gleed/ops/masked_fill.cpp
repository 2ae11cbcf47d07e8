// masked_fill.cpp -- masked_fill: value where mask is true, self elsewhere.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {
namespace {

template <class V>
Error masked_fill_out(Context&, const Tensor& x, const Tensor& mask, V value, Tensor& out) {
  select(mask, value, x, x.dtype, out);
  return Error::Ok;
}

Error masked_fill_shape(Context& ctx, Args args) {
  const Tensor& mask = args.tensor(1);
  GLEED_TRY(check_dtype(ctx, args.tensor(0).dtype));
  GLEED_TRY(expect_dtype(ctx, "mask", mask, DType::Bool));
  if (args.values[2]->tag == Value::Tag::Tensor) {
    GLEED_TRY(check_dtype(ctx, args.tensor(2).dtype));
    GLEED_TRY(expect_rank(ctx, "value", args.tensor(2), 0, 0));
  }
  GLEED_TRY(check_storable(ctx, args.tensor(0).dtype, args.out()));
  return shape::broadcast<0, 1>(ctx, args);
}

constexpr OpDef kDefs[] = {
    def<masked_fill_out<Scalar>>(
        "aten::masked_fill.Scalar_out(Tensor self, Tensor mask, Scalar value, *, Tensor(a!) out) -> Tensor(a!)",
        masked_fill_shape, dtypes::kAll, kInPlace),
    def<masked_fill_out<const Tensor&>>(
        "aten::masked_fill.Tensor_out(Tensor self, Tensor mask, Tensor value, *, Tensor(a!) out) -> Tensor(a!)",
        masked_fill_shape, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(masked_fill) = {gleed::ops::kDefs};
