// adaptive_avg_pool2d.cpp -- adaptive_avg_pool2d: averages over windows that split height and width evenly.
#include "gleed/ops/family/pool.h"

namespace gleed::ops {
namespace {

Error adaptive_avg_pool2d_shape(Context& ctx, const Tensor& x, IntList size, Tensor& out) {
  Pool pool;
  pool.spatial = 2;
  return adaptive_shape(ctx, x, size, out, nullptr, &pool);
}

Error adaptive_avg_pool2d_out(Context& ctx, const Tensor& x, IntList size, Tensor& out) {
  Pool pool;
  pool.spatial = 2;
  GLEED_TRY(adaptive_shape(ctx, x, size, out, nullptr, &pool));
  return average_pool(ctx, x, pool, out);
}

constexpr OpDef kDefs[] = {
    def<adaptive_avg_pool2d_out>(
        "aten::_adaptive_avg_pool2d.out(Tensor self, SymInt[2] output_size, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<adaptive_avg_pool2d_shape>, dtypes::kFloats),
    def<adaptive_avg_pool2d_out>(
        "aten::adaptive_avg_pool2d.out(Tensor self, SymInt[2] output_size, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<adaptive_avg_pool2d_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(adaptive_avg_pool2d) = {gleed::ops::kDefs};
