// mm.cpp -- mm: the product of two matrices.
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/gemm.h"

namespace gleed::ops {
namespace {

Error mm_shape(Context& ctx, const Tensor& x, const Tensor& y, Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "self", x, 2, 2));
  GLEED_TRY(expect_rank(ctx, "mat2", y, 2, 2));
  GLEED_TRY(expect_dtype(ctx, "mat2", y, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  const int64_t inner[] = {x.size(1), y.size(1)};
  GLEED_TRY(expect_sizes(ctx, "mat2", y, inner));
  const int64_t sizes[] = {x.size(0), y.size(1)};
  return resize(ctx, out, sizes);
}

Error mm_out(Context&, const Tensor& x, const Tensor& y, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  gemm(matrix(x, 0, 1), matrix(y, 0, 1), {}, matrix(out, 0, 1), x.size(0), y.size(1), x.size(1), Scalar(int64_t{0}),
       Scalar(int64_t{1}));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<mm_out>("aten::mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)", shape::typed<mm_shape>,
                dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(mm) = {gleed::ops::kDefs};
