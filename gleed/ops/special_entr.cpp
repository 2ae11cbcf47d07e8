// special_entr.cpp -- special_entr: -x * log(x), 0 at 0, and -infinity below.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/rounded.h"

namespace gleed::ops {
namespace {

Error entr_out(Context&, const Tensor& x, Tensor& out) {
  const DType real = real_dtype(x.dtype);
  compute<true>(real, [&](auto type) {
    using T = typename decltype(type)::type;
    unary<T>(x, out, real, [real](T v) {
      if (v > 0) return -v * rounded(real, std::log(v));
      return v < 0 ? -std::numeric_limits<T>::infinity() : v == 0 ? T(0) : v;
    });
  });
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<entr_out>("aten::special_entr.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", elementwise<1, Gives::Real>,
                  dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(special_entr) = {gleed::ops::kDefs};
