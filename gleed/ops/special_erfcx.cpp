// special_erfcx.cpp -- special_erfcx: exp(x^2) * erfc(x).
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/error_function.h"

namespace gleed::ops {
namespace {

constexpr uint32_t kNoHalves = dtypes::kAll & ~dtypes::kHalves;  // as PyTorch has it

struct Erfcx {
  template <class T>
  T operator()(T x) const {
    return static_cast<T>(scaled_erfc(static_cast<double>(x)));
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Erfcx>>("aten::special_erfcx.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                           elementwise<1, Gives::Real, kNoHalves>, kNoHalves, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(special_erfcx) = {gleed::ops::kDefs};
