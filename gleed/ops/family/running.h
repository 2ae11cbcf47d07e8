// running.h -- the greatest or smallest element so far along a dimension, and where it is: of equal ones the last.
// After a nan there are only nans.
#pragma once
#include "gleed/ops/family/extreme.h"
#include "gleed/ops/family/lines.h"
#include "gleed/ops/family/stored.h"

namespace gleed::ops {

inline Error running_shape(Context& ctx, const Tensor& x, int64_t dim, Tensor& values, Tensor& indices) {
  GLEED_TRY(expect_dtype(ctx, "values", values, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "indices", indices, DType::Int64));
  GLEED_TRY(line_shape(ctx, x, dim, values));
  return resize_like(ctx, indices, x);
}

template <Extreme WHICH>
Error running_out(Context&, const Tensor& x, int64_t dim, Tensor& values, Tensor& indices) {
  const int place = wrap_dim(dim, x.rank);
  const Line from = line(x, place), to = line(values, place), to_index = line(indices, place);
  dispatch_stored(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    using C = Compute<T>;
    for_each_line(x, values, indices, place, [&](int64_t x_at, int64_t value_at, int64_t index_at) {
      const T* p = x.ptr<const T>() + x_at;
      int64_t best = 0;
      for (int64_t i = 0; i < from.length; ++i) {
        const auto element = static_cast<C>(p[i * from.step]), found = static_cast<C>(p[best * from.step]);
        const bool beats = WHICH == Extreme::Max ? element >= found : element <= found;
        if (element != element || (found == found && beats)) best = i;
        values.ptr<T>()[value_at + i * to.step] = p[best * from.step];
        indices.ptr<int64_t>()[index_at + i * to_index.step] = best;
      }
    });
  });
  return Error::Ok;
}

}  // namespace gleed::ops
