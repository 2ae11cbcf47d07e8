// special_xlog1py.cpp -- special_xlog1py: x * log(1 + y), which is 0 where x is, unless y is nan.
#include "gleed/ops/family/times_log.h"

namespace gleed::ops {
namespace {

struct Log1p {
  template <class T>
  T operator()(T x) const {
    return std::log1p(x);
  }
};

constexpr OpDef kDefs[] = {
    def<times_log_out<Log1p, const Tensor&, const Tensor&>>(
        "aten::special_xlog1py.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Real>, dtypes::kAll, kInPlace),
    def<times_log_out<Log1p, Scalar, const Tensor&>>(
        "aten::special_xlog1py.self_scalar_out(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Real>, dtypes::kAll, kInPlace),
    def<times_log_out<Log1p, const Tensor&, Scalar>>(
        "aten::special_xlog1py.other_scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(special_xlog1py) = {gleed::ops::kDefs};
