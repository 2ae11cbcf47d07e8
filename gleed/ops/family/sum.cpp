// sum.cpp -- sums and means.
#include "gleed/ops/family/sum.h"

namespace gleed::ops {

void sum_over(const Tensor& x, uint32_t dims, bool mean, Tensor& out) {
  const Fold fold = make_fold(x, dims, out);
  const auto length = static_cast<double>(fold.length);
  compute(out.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    using Acc = typename Sum<T>::Acc;
    reduce(Sum<T>{}, fold, Reader<T>(x, out.dtype), [&](const Acc* acc, int64_t n, const Place& place) {
      store_values(out, acc, n, place.offset[0], place.step[0], [&](Acc sum) {
        // A sum beyond float's range is infinite before it is divided, as in PyTorch.
        if (mean) return static_cast<T>(static_cast<T>(sum) / static_cast<T>(length));
        return static_cast<T>(sum);
      });
    });
  });
}

}  // namespace gleed::ops
