// linalg_vector_norm.cpp -- linalg_vector_norm: (sum of |x|^ord)^(1/ord) over some dimensions; the greatest |x| for ord
// infinity, the smallest for -infinity, the number of nonzero elements for 0.
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/reduce.h"

namespace gleed::ops {
namespace {

using OptList = std::optional<IntList>;
using OptInt = std::optional<int64_t>;

template <class T>
struct Norm {
  using In = T;
  using Acc = double;
  static constexpr int kPasses = 1;
  double ord;

  bool greatest() const { return std::isinf(ord) && ord > 0; }
  bool smallest() const { return std::isinf(ord) && ord < 0; }
  double start() const { return smallest() ? ord * -1 : 0; }
  double add(double a, double x) const {
    const double m = std::fabs(x);
    if (ord == 2) return a + m * m;
    if (ord == 1) return a + m;
    if (ord == 0) return a + (m != 0);
    if (greatest()) return m > a || m != m ? m : a;
    if (smallest()) return m < a || m != m ? m : a;
    return a + std::pow(m, ord);
  }
  void along(int, double& a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) a = add(a, static_cast<double>(x[i]));
  }
  void across(int, double* a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) a[i] = add(a[i], static_cast<double>(x[i]));
  }
  void finish(int, double& a, int64_t) const {
    // Rounded first: what is beyond T's range is infinite, as in PyTorch.
    const auto sum = static_cast<double>(static_cast<T>(a));
    if (ord == 2) a = std::sqrt(sum);
    if (ord != 2 && ord != 1 && ord != 0 && !std::isinf(ord)) a = std::pow(sum, 1 / ord);
  }
};

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
