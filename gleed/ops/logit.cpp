// logit.cpp -- logit: log(x / (1 - x)), x first clamped to [eps, 1 - eps] if eps is given.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

Error logit_out(Context&, const Tensor& x, std::optional<double> eps, Tensor& out) {
  const DType real = real_dtype(x.dtype);
  compute<true>(real, [&](auto type) {
    using T = typename decltype(type)::type;
    T low = -std::numeric_limits<T>::infinity(), high = -low;
    if (eps) {  // both bounds are rounded to the dtype, so that high may become 1
      low = number_as<T>(Scalar(*eps), real);
      high = number_as<T>(Scalar(1 - static_cast<double>(low)), real);
    }
    unary<T>(x, out, real, [=](T v) {
      const T z = v < low ? low : v > high ? high : v;
      return std::log(z / (T(1) - z));
    });
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<logit_out>("aten::logit.out(Tensor self, float? eps=None, *, Tensor(a!) out) -> Tensor(a!)",
                   elementwise<1, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(logit) = {gleed::ops::kDefs};
