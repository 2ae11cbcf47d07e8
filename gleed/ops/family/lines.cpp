// lines.cpp -- the shape rule of operators along one dimension.
#include "gleed/ops/family/lines.h"

namespace gleed::ops {

Error line_shape(Context& ctx, const Tensor& x, int64_t dim, Tensor& out) {
  int place = 0;
  GLEED_TRY(check_dtype(ctx, out.dtype));
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  return resize_like(ctx, out, x);
}

}  // namespace gleed::ops
