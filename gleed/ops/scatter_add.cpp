// scatter_add.cpp -- scatter_add: a copy in which out[index[i][j]][j] += src[i][j] for dim 0, and so on.
#include "gleed/ops/family/gather_scatter.h"

namespace gleed::ops {
namespace {

Error scatter_add_shape(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor& src,
                        Tensor& out) {
  return scatter_shape(ctx, x, dim, index, &src, out);
}

size_t scratch_bytes(Args args) { return accumulate_bytes(args.tensor(0)); }

Error scatter_add_out(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  copy_all(x, out);
  return accumulate(ctx, Combine::Add, dim, index, &src, nullptr, out);
}

constexpr OpDef kDefs[] = {
    def<scatter_add_out>(
        "aten::scatter_add.out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<scatter_add_shape>, dtypes::kAll, kNone, scratch_bytes),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(scatter_add) = {gleed::ops::kDefs};
