// norm.cpp -- the walk over dimensions, moments, and rows normalised by them.
#include "gleed/ops/family/norm.h"

#include <algorithm>
#include <cmath>

namespace gleed::ops {
namespace {

// A run as C: in place when memory holds plain C side by side, otherwise copied to `copy`.
template <class C>
const C* run(C* copy, const Tensor& t, int64_t offset, int64_t stride, int64_t n) {
  if (is_plain<C>(t.dtype) && stride == 1) return t.ptr<C>() + offset;
  load_run(copy, element(t, offset), t.dtype, stride, n);
  return copy;
}

// The sum of f(p[i]) in double; eight partial sums, so that additions need not wait for each other.
template <class C, class F>
double sum_of(const C* p, int64_t n, F f) {
  double s[8] = {};
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (int j = 0; j < 8; ++j) s[j] += f(static_cast<double>(p[i + j]));
  }
  for (; i < n; ++i) s[0] += f(static_cast<double>(p[i]));
  return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

template <class C>
Moments moments_in(const Walk& inner, const Tensor& x, int64_t offset) {
  C copy[Walk::kRun];
  const double count = static_cast<double>(inner.count);
  double sum = 0, squares = 0;
  inner.each_run([&](const int64_t* at, int64_t n) {
    sum += sum_of(run(copy, x, offset + at[0], inner.stride(0), n), n, [](double v) { return v; });
  });
  const double mean = inner.count > 0 ? sum / count : 0.0;
  inner.each_run([&](const int64_t* at, int64_t n) {
    squares += sum_of(run(copy, x, offset + at[0], inner.stride(0), n), n,
                      [mean](double v) { return (v - mean) * (v - mean); });
  });
  return {mean, squares / count};
}

template <class C>
void normalize_row(const Walk& inner, const Tensor& x, const Tensor* weight, const Tensor* bias, double mean,
                   double rstd, Tensor& out, int64_t x_offset, int64_t out_offset) {
  C x_copy[Walk::kRun], w_copy[Walk::kRun], b_copy[Walk::kRun], line[Walk::kRun];
  // The mean in two parts: subtracting a rounded one from values that are large but close together would show.
  const C high = static_cast<C>(mean), low = static_cast<C>(mean - static_cast<double>(high));
  const C scale = static_cast<C>(rstd);
  inner.each_run([&](const int64_t* at, int64_t n) {
    const C* p = run(x_copy, x, x_offset + at[0], inner.stride(0), n);
    for (int64_t i = 0; i < n; ++i) line[i] = ((p[i] - high) - low) * scale;
    if (weight) {
      const C* w = run(w_copy, *weight, at[2], inner.stride(2), n);
      for (int64_t i = 0; i < n; ++i) line[i] *= w[i];
    }
    if (bias) {
      const C* b = run(b_copy, *bias, at[3], inner.stride(3), n);
      for (int64_t i = 0; i < n; ++i) line[i] += b[i];
    }
    store_run(element(out, out_offset + at[1]), out.dtype, inner.stride(1), line, n);
  });
}

}  // namespace

void Walk::add(int64_t size, int64_t s0, int64_t s1, int64_t s2, int64_t s3) {
  count = static_cast<int64_t>(static_cast<uint64_t>(count) * static_cast<uint64_t>(size));  // may hold a 0
  if (size == 1) return;
  sizes[dims] = size;
  strides[dims][0] = s0, strides[dims][1] = s1, strides[dims][2] = s2, strides[dims][3] = s3;
  ++dims;
}

void Walk::order() {
  for (int d = 1; d < dims; ++d) {
    for (int e = d; e > 0 && strides[e][0] > strides[e - 1][0]; --e) {
      std::swap(sizes[e], sizes[e - 1]);
      std::swap(strides[e], strides[e - 1]);
    }
  }
  int kept = 0;
  for (int d = 1; d < dims; ++d) {
    bool joins = true;
    for (int t = 0; t < kTensors; ++t) {
      joins &= static_cast<uint64_t>(strides[kept][t]) ==
               static_cast<uint64_t>(strides[d][t]) * static_cast<uint64_t>(sizes[d]);
    }
    if (joins) {
      sizes[kept] *= sizes[d];
    } else {
      sizes[++kept] = sizes[d];
    }
    std::copy(strides[d], strides[d] + kTensors, strides[kept]);
  }
  if (dims > 0) dims = kept + 1;
}

Moments moments(const Walk& inner, const Tensor& x, int64_t offset) {
  return x.dtype == DType::Float64 ? moments_in<double>(inner, x, offset) : moments_in<float>(inner, x, offset);
}

void normalize(const Walk& outer, const Walk& inner, const Tensor& x, const Tensor* weight, const Tensor* bias,
               double eps, Tensor& out, Tensor& mean, Tensor& rstd) {
  outer.each([&](const int64_t* at) {
    const Moments m = moments(inner, x, at[0]);
    const double r = 1.0 / std::sqrt(m.variance + eps);
    store_one(element(mean, at[2]), mean.dtype, m.mean);
    store_one(element(rstd, at[3]), rstd.dtype, r);
    if (x.dtype == DType::Float64) {
      normalize_row<double>(inner, x, weight, bias, m.mean, r, out, at[0], at[1]);
    } else {
      normalize_row<float>(inner, x, weight, bias, m.mean, r, out, at[0], at[1]);
    }
  });
}

}  // namespace gleed::ops
