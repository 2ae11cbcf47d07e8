// scatter.cpp -- scatter: a copy in which out[index[i][j]][j] = src[i][j] for dim 0, and so on; or in which src is
// added to, or multiplied with, what is there.
#include "gleed/ops/family/convert.h"
#include "gleed/ops/family/scatter_mean.h"

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
// The number as an element of out's dtype.
struct Element {
  alignas(8) uint8_t bytes[8];
  Element(Scalar value, DType dtype) {
    const bool real = value.kind == Scalar::Kind::Double;
    convert(real ? DType::Float64 : DType::Int64, &value.i, 1, dtype, bytes, 1, 1);
  }
};
Error scatter_value_out(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, Scalar value, Tensor& out) {
  copy_all(x, out);
  return scatter(ctx, Combine::Set, dim, index, nullptr, Element(value, out.dtype).bytes, out);
}

constexpr Reduction kReductions[] = {{"add", Combine::Add}, {"multiply", Combine::Multiply}};
size_t scratch_bytes(Args args) { return accumulate_bytes(args.tensor(0)); }
Error expect_reduction(Context& ctx, const char* reduce) {
  if (find_reduction(kReductions, reduce)) return Error::Ok;
  return ctx.fail(Error::BadArgument, {"reduce is \"", reduce, "\"; it is add or multiply"});
}

Error scatter_src_reduce_shape(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor& src,
                               const char* reduce, Tensor& out) {
  GLEED_TRY(expect_reduction(ctx, reduce));
  return scatter_shape(ctx, x, dim, index, &src, out);
}
Error scatter_src_reduce_out(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor& src,
                             const char* reduce, Tensor& out) {
  copy_all(x, out);
  return accumulate(ctx, find_reduction(kReductions, reduce)->combine, dim, index, &src, nullptr, out);
}

Error scatter_value_reduce_shape(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, Scalar,
                                 const char* reduce, Tensor& out) {
  GLEED_TRY(expect_reduction(ctx, reduce));
  return scatter_shape(ctx, x, dim, index, nullptr, out);
}
Error scatter_value_reduce_out(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, Scalar value,
                               const char* reduce, Tensor& out) {
  copy_all(x, out);
  const Element element(value, out.dtype);
  return accumulate(ctx, find_reduction(kReductions, reduce)->combine, dim, index, nullptr, element.bytes, out);
}

constexpr OpDef kDefs[] = {
    def<scatter_src_out>(
        "aten::scatter.src_out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<scatter_src_shape>, dtypes::kAll),
    def<scatter_value_out>(
        "aten::scatter.value_out(Tensor self, int dim, Tensor index, Scalar value, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<scatter_value_shape>, dtypes::kAll),
    def<scatter_src_reduce_out>(
        "aten::scatter.reduce_out(Tensor self, int dim, Tensor index, Tensor src, *, str reduce, "
        "Tensor(a!) out) -> Tensor(a!)",
        shape::typed<scatter_src_reduce_shape>, dtypes::kAll, kNone, scratch_bytes),
    def<scatter_value_reduce_out>(
        "aten::scatter.value_reduce_out(Tensor self, int dim, Tensor index, Scalar value, *, str reduce, "
        "Tensor(a!) out) -> Tensor(a!)",
        shape::typed<scatter_value_reduce_shape>, dtypes::kAll, kNone, scratch_bytes),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(scatter) = {gleed::ops::kDefs};
