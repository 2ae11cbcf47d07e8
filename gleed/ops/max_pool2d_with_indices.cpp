// max_pool2d_with_indices.cpp -- max_pool2d: maxima over windows of height and width, and where they were found.
#include "gleed/ops/family/pool.h"

namespace gleed::ops {
namespace {

Error max_pool2d_shape(Context& ctx, const Tensor& x, IntList kernel, IntList stride, IntList padding, IntList dilation,
                       bool ceil, Tensor& out, Tensor& indices) {
  Pool pool;
  pool.spatial = 2;
  return pool_shape(ctx, x, kernel, stride, padding, &dilation, ceil, out, &indices, &pool);
}

Error max_pool2d_out(Context& ctx, const Tensor& x, IntList kernel, IntList stride, IntList padding, IntList dilation,
                     bool ceil, Tensor& out, Tensor& indices) {
  Pool pool;
  pool.spatial = 2;
  GLEED_TRY(pool_shape(ctx, x, kernel, stride, padding, &dilation, ceil, out, &indices, &pool));
  return max_pool(ctx, x, pool, out, indices);
}

constexpr OpDef kDefs[] = {
    def<max_pool2d_out>("aten::max_pool2d_with_indices.out(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] "
                        "padding=0, int[2] dilation=1, "
                        "bool ceil_mode=False, *, Tensor(a!) out, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))",
                        shape::typed<max_pool2d_shape>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(max_pool2d_with_indices) = {gleed::ops::kDefs};
