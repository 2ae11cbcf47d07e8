// adaptive_avg_pool3d.cpp -- adaptive_avg_pool3d: averages over windows that split depth, height and width evenly.
#include "gleed/ops/family/pool.h"

namespace gleed::ops {
namespace {

Error adaptive_avg_pool3d_shape(Context& ctx, const Tensor& x, IntList size, Tensor& out) {
  Pool pool;
  pool.spatial = 3;
  return adaptive_shape(ctx, x, size, out, nullptr, &pool);
}

Error adaptive_avg_pool3d_out(Context& ctx, const Tensor& x, IntList size, Tensor& out) {
  Pool pool;
  pool.spatial = 3;
  GLEED_TRY(adaptive_shape(ctx, x, size, out, nullptr, &pool));
  return average_pool(ctx, x, pool, out);
}

constexpr OpDef kDefs[] = {
    def<adaptive_avg_pool3d_out>(
        "aten::_adaptive_avg_pool3d.out(Tensor self, SymInt[3] output_size, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<adaptive_avg_pool3d_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(adaptive_avg_pool3d) = {gleed::ops::kDefs};
