// avg_pool2d.cpp -- avg_pool2d: averages over windows of height and width.
#include "gleed/ops/family/pool.h"

namespace gleed::ops {
namespace {

Error avg_pool2d_shape(Context& ctx, const Tensor& x, IntList kernel, IntList stride, IntList padding, bool ceil, bool,
                       std::optional<int64_t>, Tensor& out) {
  Pool pool;
  pool.spatial = 2;
  return pool_shape(ctx, x, kernel, stride, padding, nullptr, ceil, out, nullptr, &pool);
}

Error avg_pool2d_out(Context& ctx, const Tensor& x, IntList kernel, IntList stride, IntList padding, bool ceil,
                     bool count_padding, std::optional<int64_t> divisor, Tensor& out) {
  Pool pool;
  pool.spatial = 2;
  pool.count_padding = count_padding;
  if (divisor && *divisor == 0) return ctx.fail(Error::BadArgument, {"divisor_override is 0"});
  pool.divisor = divisor.value_or(0);
  GLEED_TRY(pool_shape(ctx, x, kernel, stride, padding, nullptr, ceil, out, nullptr, &pool));
  return average_pool(ctx, x, pool, out);
}

constexpr OpDef kDefs[] = {
    def<avg_pool2d_out>("aten::avg_pool2d.out(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, "
                        "bool ceil_mode=False, "
                        "bool count_include_pad=True, int? divisor_override=None, *, Tensor(a!) out) -> Tensor(a!)",
                        shape::typed<avg_pool2d_shape>, dtypes::kFloats | dtypes::bit(DType::Int64)),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(avg_pool2d) = {gleed::ops::kDefs};
