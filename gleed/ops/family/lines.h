// lines.h -- operators that work along one dimension and keep its size: each line of elements is one problem.
#pragma once
#include "gleed/ops/family/convert.h"
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {

// Calls f(offset in x, offset in out, offset in second) for each line along `dim`, in row-major order of the others.
// `second`: another output, or x.
template <class F>
void for_each_line(const Tensor& x, const Tensor& out, const Tensor& second, int dim, F&& f) {
  if (x.numel() == 0) return;
  int64_t index[kMaxRank] = {};
  int64_t a = 0, b = 0, c = 0;
  for (;;) {
    f(a, b, c);
    int d = x.rank - 1;
    for (; d >= 0; --d) {
      if (d == dim) continue;
      const int64_t steps = ++index[d] < x.sizes[d] ? 1 : 1 - static_cast<int64_t>(x.sizes[d]);
      a += steps * x.strides[d], b += steps * out.strides[d], c += steps * second.strides[d];
      if (index[d] < x.sizes[d]) break;
      index[d] = 0;
    }
    if (d < 0) return;
  }
}

// The length and step of t's lines; a number is one line of one element.
struct Line {
  int64_t length, step;
};
inline Line line(const Tensor& t, int dim) { return t.rank ? Line{t.sizes[dim], t.strides[dim]} : Line{1, 1}; }

// out (resized to x's sizes) is another tensor than x, and dim is one of x's.
Error line_shape(Context& ctx, const Tensor& x, int64_t dim, Tensor& out);

}  // namespace gleed::ops
