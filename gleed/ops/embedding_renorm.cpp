// embedding_renorm.cpp -- embedding_renorm: a copy of a table in which the rows that the indices name, and whose norm
// is over max_norm, are scaled down to it.
#include "gleed/ops/family/indexing.h"
#include "gleed/ops/family/vector_norm.h"

namespace gleed::ops {
namespace {

Error embedding_renorm_shape(Context& ctx, const Tensor& x, const Tensor& indices, double, double, Tensor& out) {
  GLEED_TRY(check_dtype(ctx, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_rank(ctx, "self", x, 2, 2));
  GLEED_TRY(expect_dtypes(ctx, "indices", indices, kIndexDTypes));
  return resize_like(ctx, out, x);
}

// T: float or double. The norm is rounded to the table's dtype, as in PyTorch.
template <class T>
double row_norm(const Tensor& x, int64_t row, double norm_type) {
  const Norm<T> norm{norm_type};
  double sum = norm.start();
  T block[kBlock];
  for (int64_t i = 0; i < x.size(1); i += kBlock) {
    const int64_t n = x.size(1) - i < kBlock ? x.size(1) - i : kBlock;
    convert(x.dtype, at(x, row * x.strides[0] + i * x.strides[1]), x.strides[1], dtype_of<T>, block, 1, n);
    norm.along(0, sum, block, n);
  }
  norm.finish(0, sum, x.size(1));
  double rounded = 0;
  round_number(Scalar(sum), x.dtype, DType::Float64, &rounded);
  return rounded;
}

template <class T>
void scale_row(const Tensor& x, int64_t row, T scale, Tensor& out) {
  T block[kBlock];
  for (int64_t i = 0; i < x.size(1); i += kBlock) {
    const int64_t n = x.size(1) - i < kBlock ? x.size(1) - i : kBlock;
    convert(x.dtype, at(x, row * x.strides[0] + i * x.strides[1]), x.strides[1], dtype_of<T>, block, 1, n);
    for (int64_t k = 0; k < n; ++k) block[k] *= scale;
    convert(dtype_of<T>, block, 1, out.dtype, at(out, row * out.strides[0] + i * out.strides[1]), out.strides[1], n);
  }
}

// What a row becomes is computed from the table that was given, so that naming one twice changes nothing.
Error embedding_renorm_out(Context& ctx, const Tensor& x, const Tensor& indices, double max_norm, double norm_type,
                           Tensor& out) {
  copy_all(x, out);
  const int64_t rows = x.size(0);
  Error error = Error::Ok;
  compute<true>(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    error = walk<1>(indices.sizes, indices.rank, {indices.strides}, [&](const int64_t* offset) {
      int64_t row = read_index(indices, *offset);
      if (row < -rows || row >= rows) return bad_index(ctx, row, -rows, rows, 0);
      row += row < 0 ? rows : 0;
      const double norm = row_norm<T>(x, row, norm_type);
      if (norm > max_norm) scale_row(x, row, static_cast<T>(max_norm / (norm + 1e-7)), out);
      return Error::Ok;
    });
  });
  return error;
}

constexpr OpDef kDefs[] = {
    def<embedding_renorm_out>("aten::embedding_renorm.out(Tensor self, Tensor indices, float max_norm, "
                              "float norm_type, *, Tensor(a!) out) -> Tensor(a!)",
                              shape::typed<embedding_renorm_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(embedding_renorm) = {gleed::ops::kDefs};
