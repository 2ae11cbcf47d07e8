// scan.h -- running sums and products along a dimension, of the input cast to the output's dtype.
#pragma once
#include "gleed/ops/family/lines.h"
#include "gleed/ops/family/reduce.h"

namespace gleed::ops {

inline Error scan_shape(Context& ctx, const Tensor& x, int64_t dim, std::optional<int64_t> dtype, Tensor& out) {
  GLEED_TRY(expect_given(ctx, dtype, out));
  return line_shape(ctx, x, dim, out);
}

// A: what is carried along the line; f(carried, element) gives the next.
template <class T, class A, class F>
void scan_as(const Tensor& x, int dim, A start, Tensor& out, F f) {
  const Reader<T> reader(x, out.dtype);
  const Line from = line(x, dim), to = line(out, dim);
  for_each_line(x, out, x, dim, [&](int64_t x_at, int64_t out_at, int64_t) {
    A carried = start;
    for (int64_t i = 0; i < from.length; i += kBlock) {
      const int64_t n = from.length - i < kBlock ? from.length - i : kBlock;
      T in[kBlock], done[kBlock];
      const T* p = reader.read(x_at + i * from.step, from.step, n, in);
      for (int64_t k = 0; k < n; ++k) {
        carried = f(carried, p[k]);
        done[k] = static_cast<T>(carried);
      }
      convert(dtype_of<T>, done, 1, out.dtype, at(out, out_at + i * to.step), to.step, n);
    }
  });
}

// f on double for float32 and float64, on float for the half types, on uint64_t for integers, as PyTorch carries them.
template <class F>
void scan(const Tensor& x, int64_t dim, int start, Tensor& out, F f) {
  const int place = wrap_dim(dim, x.rank);
  if (out.dtype == DType::Float64) return scan_as<double>(x, place, static_cast<double>(start), out, f);
  if (out.dtype == DType::Float32) return scan_as<float>(x, place, static_cast<double>(start), out, f);
  if (dtypes::has(dtypes::kHalves, out.dtype)) return scan_as<float>(x, place, static_cast<float>(start), out, f);
  scan_as<int64_t>(x, place, static_cast<uint64_t>(start), out, f);
}

}  // namespace gleed::ops
