// search.h -- where values belong in sorted boundaries. Each comparison asks what PyTorch asks, so that nan, and
// boundaries that are not sorted, give the same positions.
#pragma once
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {

// Values may be a tensor or a number. Without a sorter it is nullptr, else it holds the order of each row of
// boundaries.
Error search_shape(Context& ctx, const Tensor& boundaries, const Operand& values, bool out_int32, const Tensor* sorter,
                   Tensor& out);
Error search(Context& ctx, const Tensor& boundaries, const Operand& values, bool right, const Tensor* sorter,
             Tensor& out);

}  // namespace gleed::ops
