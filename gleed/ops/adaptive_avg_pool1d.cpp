// adaptive_avg_pool1d.cpp -- adaptive_avg_pool1d: averages over windows that split length evenly.
#include "gleed/ops/family/pool.h"

namespace gleed::ops {
namespace {

Error adaptive_avg_pool1d_shape(Context& ctx, const Tensor& x, IntList size, Tensor& out) {
  Pool pool;
  pool.spatial = 1;
  return adaptive_shape(ctx, x, size, out, nullptr, &pool);
}

Error adaptive_avg_pool1d_out(Context& ctx, const Tensor& x, IntList size, Tensor& out) {
  Pool pool;
  pool.spatial = 1;
  GLEED_TRY(adaptive_shape(ctx, x, size, out, nullptr, &pool));
  return average_pool(ctx, x, pool, out);
}

constexpr OpDef kDefs[] = {
    def<adaptive_avg_pool1d_out>(
        "aten::adaptive_avg_pool1d.out(Tensor self, int[1] output_size, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<adaptive_avg_pool1d_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(adaptive_avg_pool1d) = {gleed::ops::kDefs};
