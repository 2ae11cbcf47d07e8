// edge_pad.h -- padding of the last N dimensions with elements of the tensor itself: mirrored, or its edge repeated.
#pragma once
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {

enum class Edge : uint8_t { Reflect, Replicate };

// `dims`: how many of the last dimensions are padded; one more rank for channels, and maybe one for the batch.
Error edge_pad_shape(Context& ctx, Edge edge, int dims, const Tensor& x, const IntList& padding, Tensor& out);
void edge_pad(Edge edge, int dims, const Tensor& x, const IntList& padding, Tensor& out);

// The rule and the kernel for a declaration.
template <Edge EDGE, int DIMS>
Error edge_pad_rule(Context& ctx, const Tensor& x, IntList padding, Tensor& out) {
  return edge_pad_shape(ctx, EDGE, DIMS, x, padding, out);
}
template <Edge EDGE, int DIMS>
Error edge_pad_out(Context&, const Tensor& x, IntList padding, Tensor& out) {
  edge_pad(EDGE, DIMS, x, padding, out);
  return Error::Ok;
}

}  // namespace gleed::ops
