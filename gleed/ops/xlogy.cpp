// xlogy.cpp -- xlogy: x * log(y), which is 0 where x is, unless y is nan.
#include "gleed/ops/family/times_log.h"

namespace gleed::ops {
namespace {

struct Log {
  template <class T>
  T operator()(T x) const {
    return std::log(x);
  }
};

constexpr OpDef kDefs[] = {
    def<times_log_out<Log, const Tensor&, const Tensor&>>(
        "aten::xlogy.OutTensor(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Real>, dtypes::kAll, kInPlace),
    def<times_log_out<Log, Scalar, const Tensor&>>(
        "aten::xlogy.OutScalar_Self(Scalar self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Real>, dtypes::kAll, kInPlace),
    def<times_log_out<Log, const Tensor&, Scalar>>(
        "aten::xlogy.OutScalar_Other(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)",
        elementwise<2, Gives::Real>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(xlogy) = {gleed::ops::kDefs};
