// clamp.cpp -- values held between two bounds.
#include "gleed/ops/family/clamp.h"

namespace gleed::ops {

void clamp(const Tensor& x, DType common, std::optional<Scalar> low, std::optional<Scalar> high, Tensor& out) {
  compute(common, [&](auto type) {
    using T = typename decltype(type)::type;
    using Limits = std::numeric_limits<T>;
    T least = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    T most = Limits::has_infinity ? Limits::infinity() : Limits::max();
    if (low) least = number_as<T>(*low, common);
    if (high) most = number_as<T>(*high, common);
    if (least != least || most != most) return copy(Scalar(std::numeric_limits<double>::quiet_NaN()), out);
    unary<T>(x, out, common, [least, most](T v) {
      const T raised = v < least ? least : v;
      return raised > most ? most : raised;
    });
  });
}

}  // namespace gleed::ops
