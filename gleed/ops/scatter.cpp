// scatter.cpp -- scatter: a copy in which out[index[i][j]][j] = src[i][j] for dim 0, and so on.
#include "gleed/ops/family/convert.h"
#include "gleed/ops/family/gather_scatter.h"

namespace gleed::ops {
namespace {

Error scatter_src_shape(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor& src,
                        Tensor& out) {
  return scatter_shape(ctx, x, dim, index, &src, out);
}
Error scatter_src_out(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  copy_all(x, out);
  return scatter(ctx, Combine::Set, dim, index, &src, nullptr, out);
}

Error scatter_value_shape(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, Scalar, Tensor& out) {
  return scatter_shape(ctx, x, dim, index, nullptr, out);
}
Error scatter_value_out(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, Scalar value, Tensor& out) {
  copy_all(x, out);
  alignas(8) uint8_t element[8];
  const bool real = value.kind == Scalar::Kind::Double;
  convert(real ? DType::Float64 : DType::Int64, &value.i, 1, out.dtype, element, 1, 1);
  return scatter(ctx, Combine::Set, dim, index, nullptr, element, out);
}

constexpr OpDef kDefs[] = {
    def<scatter_src_out>(
        "aten::scatter.src_out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<scatter_src_shape>, dtypes::kAll),
    def<scatter_value_out>(
        "aten::scatter.value_out(Tensor self, int dim, Tensor index, Scalar value, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<scatter_value_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(scatter) = {gleed::ops::kDefs};
