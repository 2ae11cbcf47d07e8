// integer.h -- elementwise operators that only integers (and bool) have.
#pragma once
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {

// The function object F, int64_t(int64_t, int64_t), on two operands. A and B: const Tensor& or Scalar.
template <class F, class A, class B>
Error binary_integer(Context&, A x, B y, Tensor& out) {
  binary<int64_t>(x, y, out, common_dtype({x, y}), F());
  return Error::Ok;
}

}  // namespace gleed::ops
