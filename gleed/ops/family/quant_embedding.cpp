// quant_embedding.cpp -- embedding tables of 8, 4 and 2 bits.
#include "gleed/ops/family/quant_embedding.h"

#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/norm.h"

namespace gleed::ops {
namespace {

constexpr int64_t kRun = 64;

// n values of a row from column `column` on, n a multiple of 8 / bits or up to the row's end. 4 bits: the even column
// is the high nibble, zero is 8; 2 bits: four columns from the lowest bits upwards, zero is 2.
void unpack(int bits, const Tensor& weight, int64_t row, int64_t column, int64_t n, float* to) {
  const int64_t per_byte = 8 / bits;
  const int64_t at = row * weight.strides[0] + column / per_byte * weight.strides[1];
  if (bits == 8) return load_run(to, element(weight, at), weight.dtype, weight.strides[1], n);
  const uint8_t* p = weight.ptr<uint8_t>() + at;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t c = column + i;
    const uint8_t byte = p[(c / per_byte - column / per_byte) * weight.strides[1]];
    to[i] = bits == 4 ? static_cast<float>(c % 2 == 0 ? byte >> 4 : byte & 15) - 8
                      : static_cast<float>(byte >> c % 4 * 2 & 3) - 2;
  }
}

}  // namespace

Error quant_embedding_shape(Context& ctx, int bits, const Tensor& weight, const Tensor& scales, const Tensor* zeros,
                            const Tensor& indices, Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "weight", weight, 2, 2));
  if (bits != 8) GLEED_TRY(expect_dtype(ctx, "weight", weight, DType::UInt8));
  GLEED_TRY(expect_dtypes(ctx, "indices", indices, dtypes::bit(DType::Int32) | dtypes::bit(DType::Int64)));
  GLEED_TRY(expect_dtypes(ctx, "out", out, dtypes::kFloats));
  const int64_t columns = weight.size(1) * (8 / bits);
  for (const Tensor* t : {&scales, zeros}) {
    if (!t) continue;
    const char* name = t == zeros ? "weight_zero_points" : "weight_scales";
    GLEED_TRY(expect_dtypes(ctx, name, *t, t == zeros ? dtypes::kFloats | dtypes::kInts : dtypes::kFloats));
    GLEED_TRY(expect_rank(ctx, name, *t, 1, 2));
    const int64_t groups = scales.rank == 2 ? scales.size(1) : 1;
    const int64_t sizes[] = {weight.size(0), groups};
    GLEED_TRY(expect_sizes(ctx, name, *t, {sizes, static_cast<size_t>(t->rank == 1 && groups == 1 ? 1 : 2)}));
    if (groups < 1 || columns % groups != 0) {
      return ctx.fail(Error::BadArgument, {columns, " columns do not split into ", groups, " groups"});
    }
  }
  GLEED_TRY(expect_rank(ctx, "indices", indices, 0, kMaxRank - 1));
  int64_t sizes[kMaxRank];
  for (int d = 0; d < indices.rank; ++d) sizes[d] = indices.size(d);
  sizes[indices.rank] = columns;
  return resize(ctx, out, {sizes, static_cast<size_t>(indices.rank + 1)});
}

Error quant_embedding(Context& ctx, int bits, const Tensor& weight, const Tensor& scales, const Tensor* zeros,
                      const Tensor& indices, Tensor& out) {
  const int64_t columns = weight.size(1) * (8 / bits), groups = scales.rank == 2 ? scales.size(1) : 1;
  const int64_t group = columns / groups;
  const int last = out.rank - 1;
  const auto param = [](const Tensor& t, int64_t row, int64_t g) {
    return load_one<float>(element(t, row * t.strides[0] + (t.rank == 2 ? g * t.strides[1] : 0)), t.dtype);
  };
  Error error = Error::Ok;
  Walk walk;
  for (int d = 0; d < indices.rank; ++d) walk.add(indices.size(d), indices.strides[d], out.strides[d]);
  walk.order();
  walk.each([&](const int64_t* at) {
    if (error != Error::Ok) return;
    const int64_t row = static_cast<int64_t>(load_one<uint64_t>(element(indices, at[0]), indices.dtype));
    if (row < 0 || row >= weight.size(0)) {
      error = ctx.fail(Error::BadArgument, {"index ", row, " is not in [0, ", weight.size(0) - 1, "]"});
      return;
    }
    for (int64_t g = 0; g < groups; ++g) {
      const float scale = param(scales, row, g), zero = zeros ? param(*zeros, row, g) : 0.0f;
      for (int64_t c = g * group; c < (g + 1) * group; c += kRun) {
        const int64_t n = (g + 1) * group - c < kRun ? (g + 1) * group - c : kRun;
        float line[kRun];
        unpack(bits, weight, row, c, n, line);
        for (int64_t i = 0; i < n; ++i) line[i] = (line[i] - zero) * scale;
        store_run(element(out, at[1] + c * out.strides[last]), out.dtype, out.strides[last], line, n);
      }
    }
  });
  return error;
}

}  // namespace gleed::ops
