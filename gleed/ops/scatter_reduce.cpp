// scatter_reduce.cpp -- scatter_reduce: a copy in which out[index[i][j]][j] is the sum, product, mean, maximum or
// minimum of all src[i][j] that go there and, unless left out, of what was there.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/scatter_mean.h"

namespace gleed::ops {
namespace {

constexpr Reduction kReductions[] = {
    {"sum", Combine::Add},  {"prod", Combine::Multiply}, {"mean", Combine::Add},
    {"amax", Combine::Max}, {"amin", Combine::Min},
};

size_t scratch_bytes(Args args) {
  const Tensor& x = args.tensor(0);
  return is_mean(args.values[4]->string) ? count_bytes(x) : accumulate_bytes(x);
}

Error scatter_reduce_shape(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor& src,
                           const char* reduce, bool, Tensor& out) {
  if (!find_reduction(kReductions, reduce)) {
    return ctx.fail(Error::BadArgument, {"reduce is \"", reduce, "\"; it is none of sum, prod, mean, amax, amin"});
  }
  if (is_mean(reduce) && x.dtype == DType::Bool) {
    return ctx.fail(Error::BadArgument, {"the mean of bools is not defined; cast them"});
  }
  return scatter_shape(ctx, x, dim, index, &src, out);
}

Error scatter_reduce_out(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor& src,
                         const char* reduce, bool include_self, Tensor& out) {
  const Combine combine = find_reduction(kReductions, reduce)->combine;
  copy_all(x, out);
  if (!include_self) GLEED_TRY(set_neutral(ctx, combine, dim, index, out));
  GLEED_TRY(accumulate(ctx, combine, dim, index, &src, nullptr, out));
  return is_mean(reduce) ? divide_by_counts(ctx, dim, index, include_self, true, out) : Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<scatter_reduce_out>(
        "aten::scatter_reduce.two_out(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, "
        "bool include_self=True, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<scatter_reduce_shape>, dtypes::kAll, kNone, scratch_bytes),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(scatter_reduce) = {gleed::ops::kDefs};
