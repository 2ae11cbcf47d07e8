// ranked.h -- the elements of a line with their positions, brought into scratch memory, from which one is picked.
#pragma once
#include "gleed/ops/family/extreme.h"
#include "gleed/ops/family/nan.h"
#include "gleed/ops/family/scratch.h"

namespace gleed::ops {

template <class T>
struct Ranked {
  T value;
  int64_t index;
};

// True where x comes before y in ascending order: nan last, equal elements by their positions.
template <class T>
bool comes_before(const Ranked<T>& x, const Ranked<T>& y) {
  if (x.value < y.value || (!is_nan(x.value) && is_nan(y.value))) return true;
  if (y.value < x.value || (is_nan(x.value) && !is_nan(y.value))) return false;
  return x.index < y.index;
}

// Reads n elements, `step` apart from `offset` on, as items 0 to n.
template <class T>
void read_ranked(const Tensor& x, int64_t offset, int64_t step, int64_t n, Ranked<T>* items) {
  convert(x.dtype, at(x, offset), step, dtype_of<T>, &items->value, sizeof(Ranked<T>) / sizeof(T), n);
}

// The scratch memory for the lines along dimension `args.values[DIM]`.
template <int DIM>
size_t line_scratch(Args args) {
  const Tensor& x = args.tensor(0);
  const int64_t dim = args.values[DIM]->as_int(), place = dim < 0 ? dim + x.rank : dim;
  if (x.numel() == 0) return 0;
  const int64_t length = place >= 0 && place < x.rank ? x.sizes[place] : 1;
  return static_cast<size_t>(length) * sizeof(Ranked<int64_t>);
}

// values and indices take what pick(Ranked<T>* items, int64_t n) returns for each line along `dim`. T: float, double or
// int64_t.
template <class F>
Error pick_along(Context& ctx, const Tensor& x, int64_t dim, Tensor& values, Tensor& indices, F pick) {
  const Fold fold = make_fold(x, x.rank ? 1u << wrap_dim(dim, x.rank) : 0, values, &indices, true);
  if (fold.empty) return Error::Ok;
  Error error = Error::Ok;
  compute(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const int64_t n = fold.length;
    Ranked<T>* items = nullptr;
    error = take_scratch(ctx, n, &items);
    if (error != Error::Ok) return;
    for_each_kept(fold.kept, fold.kept.rank, [&](int64_t base, const Place& place) {
      read_ranked(x, base, fold.gone.in[0], n, items);
      for (int64_t i = 0; i < n; ++i) items[i].index = i;
      const Ranked<T> picked = pick(items, n);
      convert(dtype_of<T>, &picked.value, 1, values.dtype, at(values, place.offset[0]), 1, 1);
      indices.ptr<int64_t>()[place.offset[1]] = picked.index;
    });
  });
  return error;
}

}  // namespace gleed::ops
