// variance.h -- variance and standard deviation in two passes, the mean first; in double.
#pragma once
#include "gleed/ops/family/reduce.h"

namespace gleed::ops {

using OptList = std::optional<IntList>;

Error variance_shape(Context& ctx, const Tensor& x, const OptList& dim, bool keepdim, Tensor& out);

// Sum of squared differences from the mean, divided by max(0, number - correction); and the mean, unless nullptr.
void variance_over(const Tensor& x, uint32_t dims, double correction, bool root, Tensor& out, Tensor* mean);

inline double correction_of(const std::optional<Scalar>& correction) {
  return correction ? correction->as_double() : 1;
}

// ---- Rules and kernels of var and std (ROOT) ----

inline Error var_shape(Context& ctx, const Tensor& x, OptList dim, bool, bool keepdim, Tensor& out) {
  return variance_shape(ctx, x, dim, keepdim, out);
}
template <bool ROOT>
Error var_out(Context&, const Tensor& x, OptList dim, bool unbiased, bool, Tensor& out) {
  variance_over(x, dim_set(dim, x.rank), unbiased, ROOT, out, nullptr);
  return Error::Ok;
}
inline Error var_correction_shape(Context& ctx, const Tensor& x, OptList dim, std::optional<Scalar>, bool keepdim,
                                  Tensor& out) {
  return variance_shape(ctx, x, dim, keepdim, out);
}
template <bool ROOT>
Error var_correction_out(Context&, const Tensor& x, OptList dim, std::optional<Scalar> correction, bool, Tensor& out) {
  variance_over(x, dim_set(dim, x.rank), correction_of(correction), ROOT, out, nullptr);
  return Error::Ok;
}

}  // namespace gleed::ops
