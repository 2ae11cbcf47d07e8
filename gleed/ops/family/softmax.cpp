// softmax.cpp -- softmax in three passes over each line: the greatest element, the sum of exponentials, the results.
// Where neighbours in memory belong to different lines, up to kBlock lines go side by side.
#include "gleed/ops/family/softmax.h"

#include "gleed/ops/family/pick.h"
#include "gleed/ops/family/reduce.h"

namespace gleed::ops {

namespace {

template <class T>
T exp_of(T x) {
  return std::exp(x);
}

// In several partial sums, which do not wait for each other.
template <class T>
double sum_of(const T* x, int64_t n) {
  double lanes[8] = {};
  for (; n >= 8; n -= 8, x += 8) {
    for (int j = 0; j < 8; ++j) lanes[j] += static_cast<double>(x[j]);
  }
  for (int64_t j = 0; j < n; ++j) lanes[j] += static_cast<double>(x[j]);
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

// One line, dense or not.
template <class T>
void along(const Reader<T>& reader, int64_t x_at, Line from, bool log, Tensor& out, int64_t out_at, int64_t out_step) {
  T in[kBlock], result[kBlock];
  const auto for_each_block = [&](auto&& f) {
    for (int64_t i = 0; i < from.length; i += kBlock) {
      const int64_t n = from.length - i < kBlock ? from.length - i : kBlock;
      f(reader.read(x_at + i * from.step, from.step, n, in), n, i);
    }
  };
  T greatest = -std::numeric_limits<T>::infinity();
  for_each_block([&](const T* x, int64_t n, int64_t) { greatest = pick_along<Extreme::Max>(greatest, x, n); });
  // Plain float32 results: the exponentials are kept in the output, instead of being computed twice.
  T* kept = !log && out.dtype == dtype_of<T> && out_step == 1 ? static_cast<T*>(at(out, out_at)) : nullptr;
  double sum = 0;
  for_each_block([&](const T* x, int64_t n, int64_t i) {
    T* e = kept ? kept + i : result;
    for (int64_t k = 0; k < n; ++k) e[k] = exp_of(x[k] - greatest);
    sum += sum_of(e, n);
  });
  const T scale = static_cast<T>(1 / sum), shift = static_cast<T>(std::log(sum));
  if (kept) {
    for (int64_t k = 0; k < from.length; ++k) kept[k] *= scale;
    return;
  }
  for_each_block([&](const T* x, int64_t n, int64_t i) {
    for (int64_t k = 0; k < n; ++k) result[k] = log ? x[k] - greatest - shift : exp_of(x[k] - greatest) * scale;
    convert(dtype_of<T>, result, 1, out.dtype, at(out, out_at + i * out_step), out_step, n);
  });
}

// `lines` lines beside each other; their first elements lie 1 apart in x and `out_side` in out.
template <class T>
void across(const Reader<T>& reader, int64_t x_at, Line from, int64_t lines, bool log, Tensor& out, int64_t out_at,
            int64_t out_step, int64_t out_side) {
  T in[kBlock], result[kBlock], greatest[kBlock];
  double sum[kBlock] = {};
  for (int64_t j = 0; j < lines; ++j) greatest[j] = -std::numeric_limits<T>::infinity();
  for (int64_t i = 0; i < from.length; ++i) {
    const T* x = reader.read(x_at + i * from.step, 1, lines, in);
    for (int64_t j = 0; j < lines; ++j) greatest[j] = x[j] > greatest[j] || x[j] != x[j] ? x[j] : greatest[j];
  }
  for (int64_t i = 0; i < from.length; ++i) {
    const T* x = reader.read(x_at + i * from.step, 1, lines, in);
    for (int64_t j = 0; j < lines; ++j) sum[j] += static_cast<double>(exp_of(x[j] - greatest[j]));
  }
  T factor[kBlock];
  for (int64_t j = 0; j < lines; ++j) factor[j] = static_cast<T>(log ? std::log(sum[j]) : 1 / sum[j]);
  for (int64_t i = 0; i < from.length; ++i) {
    const T* x = reader.read(x_at + i * from.step, 1, lines, in);
    for (int64_t j = 0; j < lines; ++j) {
      const T shifted = x[j] - greatest[j];
      result[j] = log ? shifted - factor[j] : exp_of(shifted) * factor[j];
    }
    convert(dtype_of<T>, result, 1, out.dtype, at(out, out_at + i * out_step), out_side, lines);
  }
}

}  // namespace

void softmax(const Tensor& x, int64_t dim, bool log, Tensor& out) {
  const int place = wrap_dim(dim, x.rank);
  const Line from = line(x, place), to = line(out, place);
  int beside = -1;  // the dimension along which lines lie densely beside each other
  for (int d = 0; d < x.rank && from.step != 1; ++d) {
    if (d != place && x.strides[d] == 1 && x.sizes[d] >= 4) beside = d;
  }
  compute<true>(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const Reader<T> reader(x, x.dtype);
    if (beside < 0) {
      for_each_line(x, out, x, place, [&](int64_t x_at, int64_t out_at, int64_t) {
        along<T>(reader, x_at, from, log, out, out_at, to.step);
      });
      return;
    }
    // Every line's start; of those side by side only each kBlock-th is used.
    const int64_t lines = x.sizes[beside], side = out.strides[beside];
    Tensor first = x;
    int32_t sizes[kMaxRank];
    for (int d = 0; d < x.rank; ++d) sizes[d] = d == beside ? 1 : x.sizes[d];
    first.sizes = sizes;
    for_each_line(first, out, x, place, [&](int64_t x_at, int64_t out_at, int64_t) {
      for (int64_t j = 0; j < lines; j += kBlock) {
        const int64_t n = lines - j < kBlock ? lines - j : kBlock;
        across<T>(reader, x_at + j, from, n, log, out, out_at + j * side, to.step, side);
      }
    });
  });
}

}  // namespace gleed::ops
