// norm.h -- means, variances and normalisation over any set of dimensions, in any layout.
#pragma once
#include "gleed/core/context.h"
#include "gleed/ops/family/elements.h"

namespace gleed::ops {

// Some dimensions of up to four tensors that are walked together. Add dimensions, outermost first, then call `order`.
struct Walk {
  static constexpr int kTensors = 4;
  static constexpr int64_t kRun = 128;  // elements handed out at once, at most

  int dims = 0;
  int64_t count = 1;  // elements
  int64_t sizes[kMaxRank];
  int64_t strides[kMaxRank][kTensors];

  void add(int64_t size, int64_t s0, int64_t s1 = 0, int64_t s2 = 0, int64_t s3 = 0);
  // Sorts the dimensions by the first tensor's strides and joins those that follow each other in all tensors, so that
  // runs get long.
  void order();

  // Calls f(offsets, n) for runs of n elements that lie stride(i) apart in tensor i.
  template <class F>
  void each_run(F&& f) const {
    if (count == 0) return;
    const int last = dims - 1;
    const int64_t length = dims > 0 ? sizes[last] : 1;
    int64_t at[kMaxRank] = {}, offsets[kTensors] = {};
    for (;;) {
      for (int64_t i = 0; i < length; i += kRun) {
        int64_t begin[kTensors];
        for (int t = 0; t < kTensors; ++t) begin[t] = offsets[t] + i * stride(t);
        f(begin, length - i < kRun ? length - i : kRun);
      }
      int d = last - 1;
      for (; d >= 0; --d) {
        for (int t = 0; t < kTensors; ++t) offsets[t] += strides[d][t];
        if (++at[d] < sizes[d]) break;
        for (int t = 0; t < kTensors; ++t) offsets[t] -= strides[d][t] * sizes[d];
        at[d] = 0;
      }
      if (d < 0) return;
    }
  }
  // Calls f(offsets) for each element.
  template <class F>
  void each(F&& f) const {
    each_run([&](const int64_t* begin, int64_t n) {
      for (int64_t i = 0; i < n; ++i) {
        int64_t offsets[kTensors];
        for (int t = 0; t < kTensors; ++t) offsets[t] = begin[t] + i * stride(t);
        f(offsets);
      }
    });
  }
  int64_t stride(int tensor) const { return dims > 0 ? strides[dims - 1][tensor] : 1; }
};

// Mean and variance (divided by the count) of the elements of tensor 0 of the walk, in two passes, summed in double.
// No elements: mean 0, variance nan.
struct Moments {
  double mean, variance;
};
Moments moments(const Walk& inner, const Tensor& x, int64_t offset);

// What is normalised: `outer` walks x, out, mean, rstd; at each of its places `inner` walks x, out, weight, bias.
// Any float dtypes; weight and bias may be nullptr.
void normalize(const Walk& outer, const Walk& inner, const Tensor& x, const Tensor* weight, const Tensor* bias,
               double eps, Tensor& out, Tensor& mean, Tensor& rstd);

}  // namespace gleed::ops
