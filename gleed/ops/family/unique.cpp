// unique.cpp -- what is equal is brought together in scratch memory, then told apart.
#include "gleed/ops/family/unique.h"

#include <algorithm>

#include "gleed/ops/family/indexing.h"
#include "gleed/ops/family/insertion.h"
#include "gleed/ops/family/ranked.h"
#include "gleed/ops/family/stored.h"

namespace gleed::ops {

namespace {

Error resize_or_clear(Context& ctx, bool wanted, int64_t size, Tensor& t) {
  if (!wanted) size = 0;
  return resize(ctx, t, {&size, 1});
}

// The distance from the first element to the one of this row-major number.
int64_t offset_of(const Tensor& t, int64_t number) {
  int64_t offset = 0;
  for (int d = t.rank - 1; d >= 0; --d) {
    offset += number % t.sizes[d] * t.strides[d];
    number /= t.sizes[d];
  }
  return offset;
}

// All elements in row-major order.
template <class T>
void read_all(const Tensor& x, Ranked<T>* items) {
  const int last = x.rank - 1;
  const int64_t n = x.rank ? x.sizes[last] : 1, step = x.rank ? x.strides[last] : 1;
  int64_t done = 0;
  (void)walk<1>(x.sizes, last > 0 ? last : 0, {x.strides}, [&](const int64_t* offset) {
    read_ranked(x, *offset, step, n, items + done);
    done += n;
    return Error::Ok;
  });
  for (int64_t i = 0; i < done; ++i) items[i].index = i;
}

template <class T>
Error unique_typed(Context& ctx, const Tensor& x, bool sorted, const Uniques& out) {
  const int64_t n = x.numel();
  Ranked<T>* items = nullptr;
  GLEED_TRY(take_scratch(ctx, n, &items));
  read_all(x, items);
  if (sorted) std::sort(items, items + n, comes_before<T>);
  const auto is_new = [items](int64_t i) { return i == 0 || items[i].value != items[i - 1].value; };
  int64_t count = 0;
  for (int64_t i = 0; i < n; ++i) count += is_new(i);
  GLEED_TRY(resize(ctx, out.values, {&count, 1}));
  if (out.counts) GLEED_TRY(resize_or_clear(ctx, out.wants_counts, count, *out.counts));
  const bool wants_counts = out.counts && out.wants_counts;
  int64_t group = -1;
  for (int64_t i = 0; i < n; ++i) {
    if (is_new(i)) {
      ++group;
      convert(dtype_of<T>, &items[i].value, 1, x.dtype, at(out.values, group), 1, 1);
      if (wants_counts) out.counts->ptr<int64_t>()[group] = 0;
    }
    if (wants_counts) ++out.counts->ptr<int64_t>()[group];
    if (out.wants_inverse) out.inverse->ptr<int64_t>()[offset_of(*out.inverse, items[i].index)] = group;
  }
  return Error::Ok;
}

// The slices of x along one dimension, as places in it.
struct Slices {
  const Tensor& x;
  int rank = 0;  // of a slice
  int32_t sizes[kMaxRank];
  int64_t strides[kMaxRank];
  int64_t step = 0;

  Slices(const Tensor& t, int dim) : x(t), step(t.strides[dim]) {
    for (int d = 0; d < t.rank; ++d) {
      if (d != dim) sizes[rank] = t.sizes[d], strides[rank++] = t.strides[d];
    }
  }
  // Calls f(element of slice a, of slice b) in row-major order until it gives false; true when it never does.
  template <class T, class F>
  bool compare(int64_t a, int64_t b, F f) const {
    const T* p = x.ptr<const T>();
    return walk<1>(sizes, rank, {strides}, [&](const int64_t* offset) {
             return f(p[*offset + a * step], p[*offset + b * step]) ? Error::Ok : Error::Internal;
           }) == Error::Ok;
  }
  template <class T>
  bool equal(int64_t a, int64_t b) const {
    return compare<T>(a, b, [](T u, T v) { return static_cast<Compute<T>>(u) == static_cast<Compute<T>>(v); });
  }
  // As PyTorch compares them: nan decides nothing.
  template <class T>
  bool less(int64_t a, int64_t b) const {
    bool is_less = false;
    compare<T>(a, b, [&](T u, T v) {
      const auto p = static_cast<Compute<T>>(u), q = static_cast<Compute<T>>(v);
      is_less = p < q;
      return !(p < q || p > q);
    });
    return is_less;
  }
  // An order of all slices: nan last, equal ones by their positions.
  template <class T>
  bool comes_before(int64_t a, int64_t b) const {
    bool is_before = false;
    const bool same = compare<T>(a, b, [&](T u, T v) {
      const auto p = static_cast<Compute<T>>(u), q = static_cast<Compute<T>>(v);
      is_before = p < q || (!is_nan(p) && is_nan(q));
      return !(p != q && (!is_nan(p) || !is_nan(q)));
    });
    return same ? a < b : is_before;
  }
};

// In place and, whatever the elements do meanwhile, within the list.
template <class Before>
void heap_sort(int64_t* list, int64_t n, Before before) {
  const auto sift = [&](int64_t hole, int64_t end, int64_t item) {
    for (int64_t child = 2 * hole + 1; child < end; child = 2 * hole + 1) {
      if (child + 1 < end && before(list[child], list[child + 1])) ++child;
      if (!before(item, list[child])) break;
      list[hole] = list[child];
      hole = child;
    }
    list[hole] = item;
  };
  for (int64_t i = n / 2 - 1; i >= 0; --i) sift(i, n, list[i]);
  for (int64_t end = n - 1; end > 0; --end) {
    const int64_t item = list[end];
    list[end] = list[0];
    sift(0, end, item);
  }
}

// Sorts the slices' numbers; then those that begin a group are turned over (~).
template <class T>
int64_t group_slices(const Slices& slices, bool sorted, int64_t* order, int64_t n) {
  for (int64_t i = 0; i < n; ++i) order[i] = i;
  if (sorted && n <= kFewItems) {
    insertion_sort(order, n, [&](int64_t a, int64_t b) { return slices.less<T>(a, b); });
  } else if (sorted) {
    heap_sort(order, n, [&](int64_t a, int64_t b) { return slices.comes_before<T>(a, b); });
  }
  int64_t groups = 0;
  for (int64_t i = n - 1; i >= 0; --i) {
    if (i > 0 && slices.equal<T>(order[i - 1], order[i])) continue;
    order[i] = ~order[i];
    ++groups;
  }
  return groups;
}

}  // namespace

Error unique_shape(Context& ctx, const Tensor& x, const Uniques& out) {
  GLEED_TRY(check_dtype(ctx, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "the output of values", out.values, x.dtype));
  GLEED_TRY(expect_rank(ctx, "the output of values", out.values, 1, 1));
  GLEED_TRY(expect_dtype(ctx, "the output of inverse indices", *out.inverse, DType::Int64));
  if (out.counts) {
    GLEED_TRY(expect_dtype(ctx, "the output of counts", *out.counts, DType::Int64));
    GLEED_TRY(expect_rank(ctx, "the output of counts", *out.counts, 1, 1));
  }
  return out.wants_inverse ? resize_like(ctx, *out.inverse, x) : resize_or_clear(ctx, false, 0, *out.inverse);
}

size_t unique_scratch(Args args) { return static_cast<size_t>(args.tensor(0).numel()) * sizeof(Ranked<int64_t>); }

Error unique(Context& ctx, const Tensor& x, bool sorted, const Uniques& out) {
  Error error = Error::Ok;
  compute(x.dtype, [&](auto type) { error = unique_typed<typename decltype(type)::type>(ctx, x, sorted, out); });
  return error;
}

Error unique_dim_shape(Context& ctx, const Tensor& x, int64_t dim, const Uniques& out) {
  int place = 0;
  GLEED_TRY(check_dtype(ctx, x.dtype));
  GLEED_TRY(expect_rank(ctx, "self", x, 1, kMaxRank));
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  for (int d = 0; d < x.rank; ++d) {
    if (d == place || x.sizes[d] != 0) continue;
    return ctx.fail(Error::BadArgument, {"dimension ", d, " has size 0: slices without elements are not told apart"});
  }
  GLEED_TRY(expect_dtype(ctx, "the output of values", out.values, x.dtype));
  GLEED_TRY(expect_rank(ctx, "the output of values", out.values, x.rank, x.rank));
  GLEED_TRY(expect_dtype(ctx, "the output of inverse indices", *out.inverse, DType::Int64));
  GLEED_TRY(expect_dtype(ctx, "the output of counts", *out.counts, DType::Int64));
  GLEED_TRY(expect_rank(ctx, "the output of counts", *out.counts, 1, 1));
  return resize_or_clear(ctx, true, x.sizes[place], *out.inverse);
}

size_t unique_dim_scratch(const Tensor& x, int64_t dim) {
  const int64_t place = dim < 0 ? dim + x.rank : dim;
  if (x.numel() == 0 || place < 0 || place >= x.rank) return 0;
  return static_cast<size_t>(x.sizes[place]) * sizeof(int64_t);
}

Error unique_dim(Context& ctx, const Tensor& x, int64_t dim, bool sorted, const Uniques& out) {
  const int place = wrap_dim(dim, x.rank);
  const int64_t n = x.sizes[place];
  const Slices slices(x, place);
  int64_t* order = nullptr;
  GLEED_TRY(take_scratch(ctx, n, &order));
  int64_t groups = 0;
  dispatch_stored(x.dtype,
                  [&](auto type) { groups = group_slices<typename decltype(type)::type>(slices, sorted, order, n); });
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank; ++d) sizes[d] = d == place ? groups : x.sizes[d];
  GLEED_TRY(resize(ctx, out.values, {sizes, x.rank}));
  GLEED_TRY(resize(ctx, *out.counts, {&groups, 1}));
  Box slice;
  for (int d = 0; d < x.rank; ++d) {
    if (d != place) slice.add(x.sizes[d], x.strides[d], out.values.strides[d]);
  }
  simplify(slice);
  auto *inverse = out.inverse->ptr<int64_t>(), *counts = out.counts->ptr<int64_t>();
  int64_t group = -1;
  for (int64_t i = 0; i < n; ++i) {
    const bool is_new = order[i] < 0;
    const int64_t number = is_new ? ~order[i] : order[i];
    if (is_new) {
      counts[++group] = 0;
      move_box(slice, at(x, number * slices.step), at(out.values, group * out.values.strides[place]),
               dtype_bytes(x.dtype));
    }
    ++counts[group];
    inverse[number] = group;
  }
  return Error::Ok;
}

}  // namespace gleed::ops
