// mode.cpp -- mode: the most frequent element along a dimension, the least of those, and the index of one of them. Each
// nan is an element of its own.
#include <algorithm>

#include "gleed/ops/family/insertion.h"
#include "gleed/ops/family/ranked.h"

namespace gleed::ops {
namespace {

struct PickMode {
  template <class T>
  Ranked<T> operator()(Ranked<T>* items, int64_t n) const {
    // Positions are not compared: which of equal elements comes last follows from the sorting, as in PyTorch.
    const auto less = [](const Ranked<T>& a, const Ranked<T>& b) { return a.value < b.value; };
    bool any_nan = false;
    for (int64_t i = 0; i < n; ++i) any_nan |= is_nan(items[i].value);
    if (!any_nan) {
      std::sort(items, items + n, less);
    } else if (n <= kFewItems) {
      insertion_sort(items, n, less);
    } else {
      std::sort(items, items + n, comes_before<T>);
    }
    Ranked<T> mode = items[0];
    int64_t most = 0, count = 0;
    for (int64_t i = 0; i < n; ++i) {
      ++count;
      if (i + 1 < n && items[i].value == items[i + 1].value) continue;
      if (count > most) most = count, mode = items[i];
      count = 0;
    }
    return mode;
  }
};

Error mode_out(Context& ctx, const Tensor& x, int64_t dim, bool, Tensor& values, Tensor& indices) {
  return pick_along(ctx, x, dim, values, indices, PickMode());
}

constexpr OpDef kDefs[] = {
    def<mode_out>("aten::mode.values(Tensor self, int dim=-1, bool keepdim=False, *, Tensor(a!) values, "
                  "Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices)",
                  shape::typed<max_dim_shape>, dtypes::kAll, kNone, line_scratch<1>),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(mode) = {gleed::ops::kDefs};
