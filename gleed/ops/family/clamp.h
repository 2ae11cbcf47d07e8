// clamp.h -- values held between two bounds, as clamp, hardtanh and relu6 do.
#pragma once
#include <optional>

#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {

// out = min(max(x, low), high) in dtype `common`, an absent bound left out. nan stays nan; a bound that is nan makes
// everything nan; where low > high the result is high.
void clamp(const Tensor& x, DType common, std::optional<Scalar> low, std::optional<Scalar> high, Tensor& out);

}  // namespace gleed::ops
