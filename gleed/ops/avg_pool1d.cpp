// avg_pool1d.cpp -- avg_pool1d: averages over windows of length.
#include "gleed/ops/family/pool.h"

namespace gleed::ops {
namespace {

Error avg_pool1d_shape(Context& ctx, const Tensor& x, IntList kernel, IntList stride, IntList padding, bool ceil, bool,
                       Tensor& out) {
  Pool pool;
  pool.spatial = 1;
  return pool_shape(ctx, x, kernel, stride, padding, nullptr, ceil, out, nullptr, &pool);
}

Error avg_pool1d_out(Context& ctx, const Tensor& x, IntList kernel, IntList stride, IntList padding, bool ceil,
                     bool count_padding, Tensor& out) {
  Pool pool;
  pool.spatial = 1;
  pool.count_padding = count_padding;
  GLEED_TRY(pool_shape(ctx, x, kernel, stride, padding, nullptr, ceil, out, nullptr, &pool));
  return average_pool(ctx, x, pool, out);
}

constexpr OpDef kDefs[] = {
    def<avg_pool1d_out>("aten::avg_pool1d.out(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], "
                        "bool ceil_mode=False, "
                        "bool count_include_pad=True, *, Tensor(a!) out) -> Tensor(a!)",
                        shape::typed<avg_pool1d_shape>, dtypes::kFloats | dtypes::bit(DType::Int64)),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(avg_pool1d) = {gleed::ops::kDefs};
