// adaptive_max_pool3d.cpp -- adaptive_max_pool3d: maxima over windows that split depth, height and width evenly, and
// where they were found.
#include "gleed/ops/family/pool.h"

namespace gleed::ops {
namespace {

Error adaptive_max_pool3d_shape(Context& ctx, const Tensor& x, IntList size, Tensor& out, Tensor& indices) {
  Pool pool;
  pool.spatial = 3;
  return adaptive_shape(ctx, x, size, out, &indices, &pool);
}

Error adaptive_max_pool3d_out(Context& ctx, const Tensor& x, IntList size, Tensor& out, Tensor& indices) {
  Pool pool;
  pool.spatial = 3;
  GLEED_TRY(adaptive_shape(ctx, x, size, out, &indices, &pool));
  return max_pool(ctx, x, pool, out, indices);
}

constexpr OpDef kDefs[] = {
    def<adaptive_max_pool3d_out>("aten::adaptive_max_pool3d.out(Tensor self, int[3] output_size, *, Tensor(a!) out, "
                                 "Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))",
                                 shape::typed<adaptive_max_pool3d_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(adaptive_max_pool3d) = {gleed::ops::kDefs};
