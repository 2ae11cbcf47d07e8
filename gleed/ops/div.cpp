// div.cpp -- div: self / other, whole or rounded as rounding_mode says.
#include <cstring>

#include "gleed/ops/family/arithmetic.h"

namespace gleed::ops {
namespace {

struct DivideTrunc {
  template <class T>
  T operator()(T x, T y) const {
    return divide_trunc(x, y);
  }
};
struct DivideFloor {
  template <class T>
  T operator()(T x, T y) const {
    return divide_floor(x, y);
  }
};

Error divide(Context& ctx, const Operand& x, Operand y, const char* mode, Tensor& out) {
  keep_exact(x, y);
  if (mode && *mode == 't') return binary_division<DivideTrunc>(ctx, x, y, out);
  if (mode) return binary_division<DivideFloor>(ctx, x, y, out);
  const DType real = real_dtype(common_dtype({x, y}));
  compute<true>(real, [&](auto type) {
    using T = typename decltype(type)::type;
    binary<T>(x, y, out, real, [](T u, T v) { return u / v; });
  });
  return Error::Ok;
}

template <class B>
Error div_out(Context& ctx, const Tensor& x, B y, Tensor& out) {
  return divide(ctx, x, y, nullptr, out);
}
template <class B>
Error div_mode_out(Context& ctx, const Tensor& x, B y, const char* mode, Tensor& out) {
  return divide(ctx, x, y, mode, out);
}

Error div_mode_shape(Context& ctx, Args args) {
  const Value& mode = *args.values[2];
  if (mode.tag != Value::Tag::String) return check_elementwise(ctx, args, 2, Gives::Real, dtypes::kAll);
  if (std::strcmp(mode.string, "trunc") != 0 && std::strcmp(mode.string, "floor") != 0) {
    return ctx.fail(Error::BadArgument,
                    {"rounding_mode is \"", mode.string, "\"; it can be \"trunc\", \"floor\" or None"});
  }
  return check_elementwise(ctx, args, 2, Gives::Common, dtypes::kNumbers);
}

constexpr OpDef kDefs[] = {
    def<div_out<const Tensor&>>("aten::div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
                                elementwise<2, Gives::Real>, dtypes::kAll, kInPlace),
    def<div_out<Scalar>>("aten::div.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
                         elementwise<2, Gives::Real>, dtypes::kAll, kInPlace),
    def<div_mode_out<const Tensor&>>(
        "aten::div.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!)",
        div_mode_shape, dtypes::kAll, kInPlace),
    def<div_mode_out<Scalar>>(
        "aten::div.Scalar_mode_out(Tensor self, Scalar other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!)",
        div_mode_shape, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(div) = {gleed::ops::kDefs};
