// kthvalue.cpp -- kthvalue: the k-th element in ascending order along a dimension, counted from 1, and its index; nan
// counts as greatest.
#include <algorithm>

#include "gleed/ops/family/ranked.h"

namespace gleed::ops {
namespace {

template <class T>
bool is_greater(const Ranked<T>& x, const Ranked<T>& y) {
  return x.value > y.value || (is_nan(x.value) && !is_nan(y.value));
}

// Hoare's selection, with the middle one of three as the pivot, put at `left` between two sentinels. Which of equal
// elements comes to place k follows from these steps, and they are PyTorch's.
template <class T>
void select(Ranked<T>* items, int64_t n, int64_t k) {
  int64_t left = 0, right = n - 1;
  int rounds = 128;  // enough for any line that was not made to need more
  for (; right > left + 1; --rounds) {
    if (rounds == 0) return std::nth_element(items + left, items + k, items + right + 1, comes_before<T>);
    std::swap(items[left + (right - left) / 2], items[left + 1]);
    if (is_greater(items[left + 1], items[right])) std::swap(items[left + 1], items[right]);
    if (is_greater(items[left], items[right])) std::swap(items[left], items[right]);
    if (is_greater(items[left + 1], items[left])) std::swap(items[left + 1], items[left]);
    const Ranked<T> pivot = items[left];
    int64_t i = left + 1, j = right;
    for (;;) {
      while (is_greater(pivot, items[++i])) continue;
      while (is_greater(items[--j], pivot)) continue;
      if (j < i) break;
      std::swap(items[i], items[j]);
    }
    std::swap(items[left], items[j]);
    if (j <= k) left = i;
    if (j >= k) right = j - 1;
  }
  if (right == left + 1 && is_greater(items[left], items[right])) std::swap(items[left], items[right]);
}

Error kthvalue_shape(Context& ctx, const Tensor& x, int64_t k, int64_t dim, bool keepdim, Tensor& values,
                     Tensor& indices) {
  int place = 0;
  GLEED_TRY(max_dim_shape(ctx, x, dim, keepdim, values, indices));
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  return expect_range(ctx, "k", k, 1, x.rank ? x.sizes[place] : 1);
}

Error kthvalue_out(Context& ctx, const Tensor& x, int64_t k, int64_t dim, bool, Tensor& values, Tensor& indices) {
  return pick_along(ctx, x, dim, values, indices, [k](auto* items, int64_t n) {
    select(items, n, k - 1);
    return items[k - 1];
  });
}

constexpr OpDef kDefs[] = {
    def<kthvalue_out>("aten::kthvalue.values(Tensor self, SymInt k, int dim=-1, bool keepdim=False, *, "
                      "Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices)",
                      shape::typed<kthvalue_shape>, dtypes::kNumbers, kNone, line_scratch<2>),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(kthvalue) = {gleed::ops::kDefs};
