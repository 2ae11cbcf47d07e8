// extreme.cpp -- the greatest or smallest elements, and where they are.
#include "gleed/ops/family/extreme.h"

#include "gleed/ops/family/pick.h"

namespace gleed::ops {

namespace {

template <class T, Extreme WHICH>
constexpr T worst() {
  using Limits = std::numeric_limits<T>;
  if constexpr (Limits::has_infinity) return WHICH == Extreme::Max ? -Limits::infinity() : Limits::infinity();
  return WHICH == Extreme::Max ? Limits::min() : Limits::max();
}

template <class T, Extreme WHICH>
struct Value {
  using In = T;
  using Acc = T;
  static constexpr int kPasses = 1;

  T start() const { return worst<T, WHICH>(); }
  void along(int, T& a, const T* x, int64_t n) const { a = pick_along<WHICH>(a, x, n); }
  void across(int, T* a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) a[i] = pick<WHICH>(a[i], x[i]);
  }
  void finish(int, T&, int64_t) const {}
};

template <class T>
struct Found {
  T value;
  int64_t index, next;
};

template <class T, Extreme WHICH>
struct Where {
  using In = T;
  using Acc = Found<T>;
  static constexpr int kPasses = 1;

  static bool takes_over(T x, T found) { return beats<WHICH>(x, found) || (is_nan(x) && !is_nan(found)); }
  static void see(Acc& a, T x) {
    if (takes_over(x, a.value)) a.value = x, a.index = a.next;
    ++a.next;
  }
  Acc start() const { return {worst<T, WHICH>(), 0, 0}; }
  // The extreme first, then the first place where it is.
  void along(int, Acc& a, const T* x, int64_t n) const {
    if (n == 0) return;
    const T found = pick_along<WHICH>(x[0], x, n);
    if (takes_over(found, a.value)) a.value = found, a.index = a.next + first(found, x, n);
    a.next += n;
  }
  static int64_t first(T found, const T* x, int64_t n) {
    constexpr int64_t kBlock = 32;
    int64_t i = 0;
    for (; i + kBlock <= n; i += kBlock) {
      int hit = 0;
      for (int64_t j = 0; j < kBlock; ++j)
        hit |= static_cast<int>(x[i + j] == found) | static_cast<int>(is_nan(x[i + j]));
      if (hit) break;
    }
    while (i < n && !(x[i] == found || is_nan(x[i]))) ++i;
    return i;
  }
  void across(int, Acc* a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) see(a[i], x[i]);
  }
  void finish(int, Acc&, int64_t) const {}
};

template <Extreme WHICH>
void run(const Tensor& x, uint32_t dims, Tensor* values, Tensor* indices) {
  compute(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const Reader<T> reader(x, x.dtype);
    if (!indices) {
      const Fold fold = make_fold(x, dims, *values);
      return reduce(Value<T, WHICH>{}, fold, reader, [&](const T* acc, int64_t n, const Place& place) {
        convert(dtype_of<T>, acc, 1, values->dtype, at(*values, place.offset[0]), place.step[0], n);
      });
    }
    const Fold fold = make_fold(x, dims, *indices, values, true);
    reduce(Where<T, WHICH>{}, fold, reader, [&](const Found<T>* acc, int64_t n, const Place& place) {
      store_values(*indices, acc, n, place.offset[0], place.step[0], [](const Found<T>& a) { return a.index; });
      if (values) {
        store_values(*values, acc, n, place.offset[1], place.step[1], [](const Found<T>& a) { return a.value; });
      }
    });
  });
}

}  // namespace

void extremes(Extreme which, const Tensor& x, uint32_t dims, Tensor* values, Tensor* indices) {
  return which == Extreme::Max ? run<Extreme::Max>(x, dims, values, indices)
                               : run<Extreme::Min>(x, dims, values, indices);
}

}  // namespace gleed::ops
