// embedding_byte.cpp -- embedding_byte: rows of a table of 8-bit numbers, as real numbers.
#include "gleed/ops/family/quant_embedding.h"

namespace gleed::ops {
namespace {

using Op = QuantEmbedding<8>;
constexpr uint32_t kTypes = dtypes::bit(DType::Int8) | dtypes::bit(DType::UInt8);

constexpr OpDef kDefs[] = {
    def<Op::kernel>(
        "quantized_decomposed::embedding_byte.out(Tensor weight, Tensor weight_scales, Tensor? weight_zero_points, "
        "int weight_quant_min, int weight_quant_max, Tensor indices, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<Op::rule>, kTypes),
    def<Op::dtype_kernel>("quantized_decomposed::embedding_byte.dtype_out(Tensor weight, Tensor weight_scales, Tensor? "
                          "weight_zero_points, "
                          "int weight_quant_min, int weight_quant_max, Tensor indices, *, ScalarType? dtype=None, "
                          "Tensor(a!) out) -> Tensor(a!)",
                          shape::typed<Op::dtype_rule>, kTypes),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(embedding_byte) = {gleed::ops::kDefs};
