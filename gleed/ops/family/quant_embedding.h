// quant_embedding.h -- rows of a quantized table, chosen by indices and turned back into real numbers.
#pragma once
#include "gleed/core/context.h"
#include "gleed/core/op.h"

namespace gleed::ops {

// `bits` of an element: 8, 4 or 2. The table (weight) has one byte per 8 / bits columns; scales and zero points (may be
// nullptr) have one item per row, or one per row and group of columns.
Error quant_embedding_shape(Context& ctx, int bits, const Tensor& weight, const Tensor& scales, const Tensor* zeros,
                            const Tensor& indices, Tensor& out);
Error quant_embedding(Context& ctx, int bits, const Tensor& weight, const Tensor& scales, const Tensor* zeros,
                      const Tensor& indices, Tensor& out);

// The operators of one width: the same kernel under the keys with and without a dtype argument.
template <int BITS>
struct QuantEmbedding {
  static Error rule(Context& ctx, const Tensor& weight, const Tensor& scales, const Tensor* zeros, int64_t, int64_t,
                    const Tensor& indices, Tensor& out) {
    return quant_embedding_shape(ctx, BITS, weight, scales, zeros, indices, out);
  }
  static Error kernel(Context& ctx, const Tensor& weight, const Tensor& scales, const Tensor* zeros, int64_t, int64_t,
                      const Tensor& indices, Tensor& out) {
    return quant_embedding(ctx, BITS, weight, scales, zeros, indices, out);
  }
  static Error dtype_rule(Context& ctx, const Tensor& weight, const Tensor& scales, const Tensor* zeros, int64_t,
                          int64_t, const Tensor& indices, std::optional<int64_t>, Tensor& out) {
    return quant_embedding_shape(ctx, BITS, weight, scales, zeros, indices, out);
  }
  static Error dtype_kernel(Context& ctx, const Tensor& weight, const Tensor& scales, const Tensor* zeros, int64_t,
                            int64_t, const Tensor& indices, std::optional<int64_t>, Tensor& out) {
    return quant_embedding(ctx, BITS, weight, scales, zeros, indices, out);
  }
};

}  // namespace gleed::ops
