// pool.h -- average and maximum over windows; the declared operators only choose the windows.
#pragma once
#include "gleed/ops/family/window.h"

namespace gleed::ops {

// What every pooling operator knows after its rule has passed. `x` and `out` have `spatial` last dimensions that are
// pooled, before them channels, and perhaps a batch.
struct Pool {
  Window window;
  int spatial = 2;
  bool adaptive = false;  // windows split the input evenly: [floor(o * in / out), ceil((o + 1) * in / out))
  bool count_padding = true;
  int64_t divisor = 0;  // 0: the number of elements
};

// Rules: read the arguments into *pool and resize the outputs. `stride` may be empty: the kernel's size.
Error pool_shape(Context& ctx, const Tensor& x, const IntList& kernel, const IntList& stride, const IntList& padding,
                 const IntList* dilation, bool ceil, Tensor& out, Tensor* indices, Pool* pool);
Error adaptive_shape(Context& ctx, const Tensor& x, const IntList& size, Tensor& out, Tensor* indices, Pool* pool);

// out = averages; real numbers are summed in double, int64 divides towards zero.
Error average_pool(Context& ctx, const Tensor& x, const Pool& pool, Tensor& out);
// out = maxima, indices = their places in the (flattened) spatial dimensions of x; nan counts as the largest.
Error max_pool(Context& ctx, const Tensor& x, const Pool& pool, Tensor& out, Tensor& indices);

}  // namespace gleed::ops
