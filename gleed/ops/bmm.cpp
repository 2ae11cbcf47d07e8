// bmm.cpp -- bmm and baddbmm: products of matrices, one pair per item of the batch; baddbmm adds a scaled tensor.
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/gemm.h"

namespace gleed::ops {
namespace {

Error bmm_shape(Context& ctx, const Tensor& x, const Tensor& y, Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "the first batch", x, 3, 3));
  GLEED_TRY(expect_rank(ctx, "the second batch", y, 3, 3));
  GLEED_TRY(expect_dtype(ctx, "the second batch", y, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  const int64_t inner[] = {x.size(0), x.size(2), y.size(2)};
  GLEED_TRY(expect_sizes(ctx, "the second batch", y, inner));
  const int64_t sizes[] = {x.size(0), x.size(1), y.size(2)};
  return resize(ctx, out, sizes);
}

Error baddbmm_shape(Context& ctx, const Tensor& add, const Tensor& x, const Tensor& y, Scalar, Scalar, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "batch1", x, add.dtype));
  GLEED_TRY(bmm_shape(ctx, x, y, out));
  return expect_expands(ctx, "self", add, out);
}

// The strides of `t` when expanded to rank 3.
void expanded(const Tensor& t, int64_t strides[3]) {
  for (int d = 0; d < 3; ++d) {
    const int from = d - (3 - t.rank);
    strides[d] = from < 0 || t.sizes[from] == 1 ? 0 : t.strides[from];
  }
}

Error product(const Tensor* add, const Tensor& x, const Tensor& y, Scalar beta, Scalar alpha, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  int64_t strides[3] = {};
  if (add) expanded(*add, strides);
  for (int64_t b = 0; b < x.size(0); ++b) {
    Matrix a;
    if (add) {
      a = {element(add->data, add->dtype, b * strides[0]), add->dtype, strides[1], strides[2]};
    }
    gemm(matrix(x, 1, 2, b * x.strides[0]), matrix(y, 1, 2, b * y.strides[0]), a, matrix(out, 1, 2, b * out.strides[0]),
         x.size(1), y.size(2), x.size(2), beta, alpha);
  }
  return Error::Ok;
}

Error bmm_out(Context&, const Tensor& x, const Tensor& y, Tensor& out) {
  return product(nullptr, x, y, Scalar(int64_t{0}), Scalar(int64_t{1}), out);
}

Error baddbmm_out(Context&, const Tensor& add, const Tensor& x, const Tensor& y, Scalar beta, Scalar alpha,
                  Tensor& out) {
  return product(&add, x, y, beta, alpha, out);
}

constexpr OpDef kDefs[] = {
    def<bmm_out>("aten::bmm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)", shape::typed<bmm_shape>,
                 dtypes::kNumbers),
    def<baddbmm_out>("aten::baddbmm.out(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1, "
                     "Tensor(a!) out) -> Tensor(a!)",
                     shape::typed<baddbmm_shape>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(bmm) = {gleed::ops::kDefs};
