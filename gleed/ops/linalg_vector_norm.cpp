// linalg_vector_norm.cpp -- linalg_vector_norm: (sum of |x|^ord)^(1/ord) over some dimensions; the greatest |x| for ord
// infinity, the smallest for -infinity, the number of nonzero elements for 0.
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/vector_norm.h"

namespace gleed::ops {
namespace {

using OptList = std::optional<IntList>;
using OptInt = std::optional<int64_t>;

Error norm_shape(Context& ctx, const Tensor& x, Scalar ord, OptList dim, bool keepdim, OptInt dtype, Tensor& out) {
  uint32_t dims = 0;
  GLEED_TRY(expect_given(ctx, dtype, out));
  GLEED_TRY(expect_dtypes(ctx, "out", out, dtypes::kFloats));
  GLEED_TRY(read_dims(ctx, dim, x.rank, &dims));
  const double p = ord.as_double();
  if (p < 0 || std::isinf(p)) GLEED_TRY(expect_elements(ctx, x, dims));
  return resize_reduced(ctx, x, dims, keepdim, out);
}

Error norm_out(Context&, const Tensor& x, Scalar ord, OptList dim, bool, OptInt, Tensor& out) {
  compute<true>(out.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const Fold fold = make_fold(x, dim_set(dim, x.rank), out);
    reduce(Norm<T>{ord.as_double()}, fold, Reader<T>(x, out.dtype), [&](const double* acc, int64_t n, const Place& p) {
      store_values(out, acc, n, p.offset[0], p.step[0], [](double a) { return static_cast<T>(a); });
    });
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<norm_out>("aten::linalg_vector_norm.out(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, "
                  "ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)",
                  shape::typed<norm_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(linalg_vector_norm) = {gleed::ops::kDefs};
