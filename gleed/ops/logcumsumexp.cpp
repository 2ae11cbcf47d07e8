// logcumsumexp.cpp -- logcumsumexp: the logarithm of the running sum of exp(x) along a dimension.
#include "gleed/ops/family/scan.h"

namespace gleed::ops {
namespace {

// log(exp(x) + exp(y)), carried in double for float32, in float for the half types.
struct AddExp {
  template <class A, class T>
  A operator()(A carried, T element) const {
    const A x = static_cast<A>(element);
    if (carried != carried) return carried;
    if (x != x) return x;
    const A least = x < carried ? x : carried, most = x < carried ? carried : x;
    if (least == most && std::isinf(least)) return x;
    return std::log1p(std::exp(least - most)) + most;
  }
};

Error logcumsumexp_shape(Context& ctx, const Tensor& x, int64_t dim, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  return line_shape(ctx, x, dim, out);
}

Error logcumsumexp_out(Context&, const Tensor& x, int64_t dim, Tensor& out) {
  const int place = wrap_dim(dim, x.rank);
  constexpr double kLeast = -std::numeric_limits<double>::infinity();
  if (x.dtype == DType::Float64) {
    scan_as<double>(x, place, kLeast, out, AddExp());
  } else if (x.dtype == DType::Float32) {
    scan_as<float>(x, place, kLeast, out, AddExp());
  } else {
    scan_as<float>(x, place, static_cast<float>(kLeast), out, AddExp());
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<logcumsumexp_out>("aten::logcumsumexp.out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!)",
                          shape::typed<logcumsumexp_shape>, dtypes::kFloats, kInPlace),
    def<logcumsumexp_out>("aten::_logcumsumexp.out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!)",
                          shape::typed<logcumsumexp_shape>, dtypes::kFloats, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(logcumsumexp) = {gleed::ops::kDefs};
