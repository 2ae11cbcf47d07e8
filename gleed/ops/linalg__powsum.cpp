// linalg__powsum.cpp -- linalg__powsum: the sum of |x|^ord over some dimensions, a norm without its root.
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/reduce.h"

namespace gleed::ops {
namespace {

using OptList = std::optional<IntList>;
using OptInt = std::optional<int64_t>;

template <class T>
struct PowerSum {
  using In = T;
  using Acc = double;
  static constexpr int kPasses = 1;
  double ord;

  double start() const { return 0; }
  double power(T x) const {
    const double m = std::fabs(static_cast<double>(x));
    return ord == 1 ? m : ord == 2 ? m * m : std::pow(m, ord);
  }
  void along(int, double& a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) a += power(x[i]);
  }
  void across(int, double* a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) a[i] += power(x[i]);
  }
  void finish(int, double&, int64_t) const {}
};

Error powsum_shape(Context& ctx, const Tensor& x, Scalar, OptList dim, bool keepdim, OptInt dtype, Tensor& out) {
  uint32_t dims = 0;
  GLEED_TRY(expect_given(ctx, dtype, out));
  GLEED_TRY(expect_dtypes(ctx, "out", out, dtypes::kFloats));
  GLEED_TRY(read_dims(ctx, dim, x.rank, &dims));
  return resize_reduced(ctx, x, dims, keepdim, out);
}

Error powsum_out(Context&, const Tensor& x, Scalar ord, OptList dim, bool, OptInt, Tensor& out) {
  compute<true>(out.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const Fold fold = make_fold(x, dim_set(dim, x.rank), out);
    const PowerSum<T> sum{ord.as_double()};
    reduce(sum, fold, Reader<T>(x, out.dtype), [&](const double* acc, int64_t n, const Place& p) {
      store_values(out, acc, n, p.offset[0], p.step[0], [](double a) { return static_cast<T>(a); });
    });
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<powsum_out>("aten::linalg__powsum.out(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, "
                    "ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)",
                    shape::typed<powsum_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(linalg__powsum) = {gleed::ops::kDefs};
