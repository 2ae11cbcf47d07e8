// erfinv.cpp -- erfinv: the number whose erf is x; infinite at -1 and 1, nan beyond.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/error_function.h"

namespace gleed::ops {
namespace {

struct Erfinv {
  template <class T>
  T operator()(T x) const {
    return static_cast<T>(inverse_erf(static_cast<double>(x)));
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<Erfinv>>("aten::erfinv.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                            elementwise<1, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(erfinv) = {gleed::ops::kDefs};
