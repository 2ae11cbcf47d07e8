// gelu.cpp -- gelu: x times the normal distribution function at x, or its approximation by tanh.
#include <cstring>

#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

struct Gelu {
  template <class T>
  T operator()(T x) const {
    return x * T(0.5) * (T(1) + std::erf(x * T(0.70710678118654752440)));
  }
};
struct GeluTanh {
  template <class T>
  T operator()(T x) const {
    const T inner = T(0.79788456080286535588) * (x + T(0.044715) * x * x * x);  // sqrt(2 / pi)
    return T(0.5) * x * (T(1) + std::tanh(inner));
  }
};

Error gelu_out(Context& ctx, const Tensor& x, const char* approximate, Tensor& out) {
  return *approximate == 't' ? unary_real<GeluTanh>(ctx, x, out) : unary_real<Gelu>(ctx, x, out);
}

Error gelu_shape(Context& ctx, Args args) {
  const char* approximate = args.values[1]->string;
  if (std::strcmp(approximate, "none") != 0 && std::strcmp(approximate, "tanh") != 0) {
    return ctx.fail(Error::BadArgument, {"approximate is \"", approximate, "\"; it can be \"none\" or \"tanh\""});
  }
  return check_elementwise(ctx, args, 1, Gives::Common, dtypes::kFloats);
}

constexpr OpDef kDefs[] = {
    def<gelu_out>("aten::gelu.out(Tensor self, *, str approximate='none', Tensor(a!) out) -> Tensor(a!)", gelu_shape,
                  dtypes::kFloats, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(gelu) = {gleed::ops::kDefs};
