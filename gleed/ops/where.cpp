// where.cpp -- where: self where condition is true, other elsewhere.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

Error where_out(Context&, const Tensor& condition, const Tensor& x, const Tensor& y, Tensor& out) {
  select(condition, x, y, common_dtype({x, y}), out);
  return Error::Ok;
}

Error where_shape(Context& ctx, Args args) {
  const Tensor &x = args.tensor(1), &y = args.tensor(2);
  GLEED_TRY(check_dtype(ctx, x.dtype));
  GLEED_TRY(check_dtype(ctx, y.dtype));
  const DType common = common_dtype({x, y});
  GLEED_TRY(check_dtype(ctx, common));
  GLEED_TRY(check_storable(ctx, common, args.out()));
  return shape::broadcast<0, 1, 2>(ctx, args);
}

constexpr OpDef kDefs[] = {
    def<where_out>("aten::where.self_out(Tensor condition, Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
                   where_shape, dtypes::kBool | dtypes::bit(DType::UInt8), kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(where) = {gleed::ops::kDefs};
