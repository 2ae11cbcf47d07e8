// copy.cpp -- copy: src broadcast to the sizes and cast to the dtype of self; copy_ writes it into self.
#include "gleed/ops/family/copies.h"

namespace gleed::ops {
namespace {

Error copy_out(Context&, const Tensor&, const Tensor& src, bool, Tensor& out) {
  copy(src, out);
  return Error::Ok;
}
Error copy_into(Context&, Tensor& self, const Tensor& src, bool) {
  copy(src, self);
  return Error::Ok;
}

Error copy_out_shape(Context& ctx, Args args) {
  GLEED_TRY(check_dtype(ctx, args.tensor(1).dtype));
  GLEED_TRY(expect_expands(ctx, "src", args.tensor(1), args.tensor(0)));
  return copy_shape(ctx, args);
}
Error copy_into_shape(Context& ctx, Args args) {
  GLEED_TRY(check_dtype(ctx, args.tensor(0).dtype));
  GLEED_TRY(check_dtype(ctx, args.tensor(1).dtype));
  return expect_expands(ctx, "src", args.tensor(1), args.tensor(0));
}

constexpr OpDef kDefs[] = {
    def<copy_out>("aten::copy.out(Tensor self, Tensor src, bool non_blocking=False, *, Tensor(a!) out) -> Tensor(a!)",
                  copy_out_shape, dtypes::kAll, kInPlace),
    def<copy_into>("aten::copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)", copy_into_shape,
                   dtypes::kAll, kOntoItself),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(copy) = {gleed::ops::kDefs};
