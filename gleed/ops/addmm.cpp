// addmm.cpp -- addmm: beta * self + alpha * (mat1 x mat2); self is ignored, nan or not, where beta is 0.
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/gemm.h"

namespace gleed::ops {
namespace {

Error addmm_shape(Context& ctx, const Tensor& add, const Tensor& x, const Tensor& y, Scalar, Scalar, Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "mat1", x, 2, 2));
  GLEED_TRY(expect_rank(ctx, "mat2", y, 2, 2));
  GLEED_TRY(expect_dtype(ctx, "mat1", x, add.dtype));
  GLEED_TRY(expect_dtype(ctx, "mat2", y, add.dtype));
  GLEED_TRY(expect_dtype(ctx, "out", out, add.dtype));
  const int64_t inner[] = {x.size(1), y.size(1)};
  GLEED_TRY(expect_sizes(ctx, "mat2", y, inner));
  const int64_t sizes[] = {x.size(0), y.size(1)};
  GLEED_TRY(resize(ctx, out, sizes));
  return expect_expands(ctx, "self", add, out);
}

Error addmm_out(Context&, const Tensor& add, const Tensor& x, const Tensor& y, Scalar beta, Scalar alpha, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  Matrix a{add.data, add.dtype, 0, 0};
  if (add.rank > 1 && add.size(0) > 1) a.row = add.strides[0];
  if (add.rank > 0 && add.size(add.rank - 1) > 1) a.column = add.strides[add.rank - 1];
  gemm(matrix(x, 0, 1), matrix(y, 0, 1), a, matrix(out, 0, 1), x.size(0), y.size(1), x.size(1), beta, alpha);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<addmm_out>(
        "aten::addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) "
        "out) -> Tensor(a!)",
        shape::typed<addmm_shape>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(addmm) = {gleed::ops::kDefs};
