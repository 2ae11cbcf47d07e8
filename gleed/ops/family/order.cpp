// order.cpp -- heap sort of lines, and of the best k of each line.
#include "gleed/ops/family/order.h"

#include "gleed/ops/family/nan.h"
#include "gleed/ops/family/stored.h"

namespace gleed::ops {

namespace {

template <class T>
bool less(T a, T b) {
  if (is_nan(b)) return !is_nan(a);
  if constexpr (is_half<T>) {
    return static_cast<float>(a) < static_cast<float>(b);
  } else {
    return a < b;
  }
}

template <class T>
struct Item {
  T value;
  int64_t index;
};

// A heap of items in two strided lines; its root is the item that comes last in the order.
template <class T>
struct Heap {
  T* values;
  int64_t* indices;
  int64_t value_step, index_step;
  bool descending;

  Item<T> get(int64_t i) const { return {values[i * value_step], indices[i * index_step]}; }
  void set(int64_t i, Item<T> item) const { values[i * value_step] = item.value, indices[i * index_step] = item.index; }
  bool before(const Item<T>& a, const Item<T>& b) const {
    if (descending ? less(b.value, a.value) : less(a.value, b.value)) return true;
    if (descending ? less(a.value, b.value) : less(b.value, a.value)) return false;
    return a.index < b.index;
  }
  // Puts `item` into the hole at i of a heap of n.
  void sift(int64_t i, int64_t n, const Item<T>& item) const {
    for (int64_t child = 2 * i + 1; child < n; child = 2 * i + 1) {
      if (child + 1 < n && before(get(child), get(child + 1))) ++child;
      if (!before(item, get(child))) break;
      set(i, get(child));
      i = child;
    }
    set(i, item);
  }
  void build(int64_t n) const {
    for (int64_t i = n / 2 - 1; i >= 0; --i) sift(i, n, get(i));
  }
  void sort(int64_t n) const {
    for (int64_t end = n - 1; end > 0; --end) {
      const Item<T> item = get(end);
      set(end, get(0));
      sift(0, end, item);
    }
  }
};

template <class T>
void order_typed(const Tensor& x, int dim, bool descending, Tensor& values, Tensor& indices) {
  const Line from = line(x, dim), to = line(values, dim), at_index = line(indices, dim);
  const int64_t k = to.length;
  if (k == 0) return;
  for_each_line(x, values, indices, dim, [&](int64_t x_at, int64_t value_at, int64_t index_at) {
    const T* p = x.ptr<const T>() + x_at;
    const Heap<T> heap{values.ptr<T>() + value_at, indices.ptr<int64_t>() + index_at, to.step, at_index.step,
                       descending};
    for (int64_t i = 0; i < k; ++i) heap.set(i, {p[i * from.step], i});
    heap.build(k);
    for (int64_t i = k; i < from.length; ++i) {
      const Item<T> item{p[i * from.step], i};
      if (heap.before(item, heap.get(0))) heap.sift(0, k, item);
    }
    heap.sort(k);
  });
}

}  // namespace

Error order_shape(Context& ctx, const Tensor& x, int64_t k, int64_t dim, Tensor& values, Tensor& indices) {
  GLEED_TRY(expect_dtype(ctx, "values", values, x.dtype));
  GLEED_TRY(check_dtype(ctx, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "indices", indices, DType::Int64));
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  int64_t sizes[kMaxRank] = {};
  for (int d = 0; d < x.rank; ++d) sizes[d] = d == place ? k : x.sizes[d];
  GLEED_TRY(resize(ctx, values, {sizes, x.rank}));
  return resize(ctx, indices, {sizes, x.rank});
}

void order(const Tensor& x, int64_t dim, bool descending, Tensor& values, Tensor& indices) {
  const int place = wrap_dim(dim, x.rank);
  dispatch_stored(
      x.dtype, [&](auto type) { order_typed<typename decltype(type)::type>(x, place, descending, values, indices); });
}

}  // namespace gleed::ops
