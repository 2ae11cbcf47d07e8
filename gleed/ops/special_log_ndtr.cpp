// special_log_ndtr.cpp -- special_log_ndtr: the logarithm of the probability that a normal distribution stays below x.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/error_function.h"

namespace gleed::ops {
namespace {

constexpr uint32_t kNoHalves = dtypes::kAll & ~dtypes::kHalves;  // as PyTorch has it

struct LogNdtr {
  template <class T>
  T operator()(T x) const {
    const double t = static_cast<double>(x) / kSqrtTwo;
    if (x < -1) return static_cast<T>(std::log(scaled_erfc(-t) / 2) - t * t);
    return static_cast<T>(std::log1p(-std::erfc(t) / 2));
  }
};

constexpr OpDef kDefs[] = {
    def<unary_real<LogNdtr>>("aten::special_log_ndtr.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
                             elementwise<1, Gives::Real, kNoHalves>, kNoHalves, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(special_log_ndtr) = {gleed::ops::kDefs};
