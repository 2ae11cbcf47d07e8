// pow.cpp -- pow: self to the power of exponent.
#include "gleed/ops/family/arithmetic.h"

namespace gleed::ops {
namespace {

// Integers by squaring, wrapping; a negative power is the fraction cut to an integer.
int64_t power(int64_t base, int64_t exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  int64_t result = 1;
  for (; exponent; exponent /= 2) {
    if (exponent % 2) result = multiply(result, base);
    base = multiply(base, base);
  }
  return result;
}
template <class T>
T power(T base, T exponent) {
  return std::pow(base, exponent);
}

struct Pow {
  template <class T>
  T operator()(T x, T y) const {
    return power(x, y);
  }
};

// Powers for which PyTorch has formulas of their own. Its roots, except of float16, differ from pow at -inf and -0.
template <class T>
bool simple_power(const Tensor& x, double exponent, DType common, Tensor& out) {
  const bool roots = common != DType::Float16;
  if (exponent == 2) {
    unary<T>(x, out, common, [](T v) { return v * v; });
  } else if (exponent == 3) {
    unary<T>(x, out, common, [](T v) { return v * v * v; });
  } else if (exponent == 0.5 && roots) {
    unary<T>(x, out, common, [](T v) { return std::sqrt(v); });
  } else if (exponent == -0.5 && roots) {
    unary<T>(x, out, common, [](T v) { return T(1) / std::sqrt(v); });
  } else if (exponent == -1) {
    unary<T>(x, out, common, [](T v) { return T(1) / v; });
  } else if (exponent == -2) {
    unary<T>(x, out, common, [](T v) { return T(1) / (v * v); });
  } else {
    return false;
  }
  return true;
}

Error pow_number_out(Context&, const Tensor& x, Scalar exponent, Tensor& out) {
  const DType common = common_dtype({x, exponent});
  compute(common, [&](auto type) {
    using T = typename decltype(type)::type;
    if constexpr (std::is_floating_point_v<T>) {
      if (simple_power<T>(x, exponent.as_double(), common, out)) return;
    }
    binary<T>(x, exponent, out, common, Pow());
  });
  return Error::Ok;
}

Error pow_number_shape(Context& ctx, Args args) {
  GLEED_TRY(check_elementwise(ctx, args, 2, Gives::Common, dtypes::kAll));
  const Value& exponent = *args.values[1];
  if (exponent.as_double() >= 0 || dtypes::has(dtypes::kFloats, common_dtype(args, 2))) return Error::Ok;
  return ctx.fail(Error::BadArgument, {"integers have no power ", exponent.as_int(), "; cast them to a real dtype"});
}

constexpr OpDef kDefs[] = {
    def<pow_number_out>("aten::pow.Tensor_Scalar_out(Tensor self, Scalar exponent, *, Tensor(a!) out) -> Tensor(a!)",
                        pow_number_shape, dtypes::kAll, kInPlace),
    def<binary_number<Pow, const Tensor&, const Tensor&>>(
        "aten::pow.Tensor_Tensor_out(Tensor self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Common, dtypes::kNumbers>, dtypes::kAll, kInPlace),
    def<binary_number<Pow, Scalar, const Tensor&>>(
        "aten::pow.Scalar_out(Scalar self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Common>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(pow) = {gleed::ops::kDefs};
