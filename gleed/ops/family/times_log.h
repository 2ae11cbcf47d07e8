// times_log.h -- x times a logarithm of y, which is 0 where x is, unless y is nan.
#pragma once
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/rounded.h"

namespace gleed::ops {

// F: the logarithm. A and B: const Tensor& or Scalar.
template <class F, class A, class B>
Error times_log_out(Context&, A x, B y, Tensor& out) {
  const DType real = real_dtype(common_dtype({x, y}));
  compute<true>(real, [&](auto type) {
    using T = typename decltype(type)::type;
    binary<T>(x, y, out, real, [real](T a, T b) {
      if (b != b) return b;
      return a == 0 ? T(0) : a * rounded(real, F()(b));
    });
  });
  return Error::Ok;
}

}  // namespace gleed::ops
