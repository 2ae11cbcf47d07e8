// special_ndtri.cpp -- special_ndtri: the number that a normal distribution stays below with probability x.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/error_function.h"

namespace gleed::ops {
namespace {

constexpr uint32_t kNoHalves = dtypes::kAll & ~dtypes::kHalves;  // as PyTorch has it

struct Ndtri {
  template <class T>
  T operator()(T x) const {
    const double p = static_cast<double>(x);
    // 1 - p loses nothing where it is taken.
    return static_cast<T>(kSqrtTwo * (p > 0.5 ? inverse_erfc(2 * (1 - p)) : -inverse_erfc(2 * p)));
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Ndtri>>("aten::special_ndtri.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                           elementwise<1, Gives::Real, kNoHalves>, kNoHalves, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(special_ndtri) = {gleed::ops::kDefs};
