// convert.cpp -- a table of casts from and to float, double and int64; the other pairs go through one of those three.
#include "gleed/ops/family/convert.h"

#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {

namespace {

using Cast = void (*)(const void*, int64_t, void*, int64_t, int64_t);

// Memory of bool may hold any byte; only 0 is false.
template <class T>
using Stored = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;

template <class From, class To>
void cast_run(const void* src, int64_t src_step, void* dst, int64_t dst_step, int64_t n) {
  const auto* s = static_cast<const Stored<From>*>(src);
  To* d = static_cast<To*>(dst);
  const auto value = [](Stored<From> x) {
    if constexpr (std::is_same_v<From, bool>) {
      return cast<To>(x != 0);
    } else {
      return cast<To>(x);
    }
  };
  if (src_step == 1 && dst_step == 1) {
    GLEED_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) d[i] = value(s[i]);
  } else {
    for (int64_t i = 0; i < n; ++i) d[i * dst_step] = value(s[i * src_step]);
  }
}

// Casts between T and the three middle types, in the order of `middle_of`; nullptr where T is not in this build. The
// middle types always are: numbers and what loops compute have them.
struct Row {
  Cast load[3], store[3];
};
template <class T>
constexpr Row row() {
  constexpr bool kMiddleType = std::is_same_v<T, Compute<T>> && (sizeof(T) == 8 || std::is_same_v<T, float>);
  if constexpr (kMiddleType || dtypes::has(GLEED_DTYPES, dtype_of<T>)) {
    return {{cast_run<T, int64_t>, cast_run<T, float>, cast_run<T, double>},
            {cast_run<int64_t, T>, cast_run<float, T>, cast_run<double, T>}};
  } else {
    return {};
  }
}
constexpr Row kRows[] = {row<uint8_t>(), row<int8_t>(), row<int16_t>(), row<int32_t>(), row<int64_t>(),
                         row<Half>(),    row<float>(),  row<double>(),  row<bool>(),    row<BFloat16>()};

int row_of(DType t) {
  return t == DType::Bool ? 8 : t == DType::BFloat16 ? 9 : static_cast<int>(t);  // 0 to 7 are numbered in row order
}

constexpr DType kMiddle[] = {DType::Int64, DType::Float32, DType::Float64};

// The middle type that holds every value of t.
int middle_of(DType t) { return t == DType::Float64 ? 2 : dtypes::has(dtypes::kFloats, t) ? 1 : 0; }

}  // namespace

void convert(DType from, const void* src, int64_t src_step, DType to, void* dst, int64_t dst_step, int64_t n) {
  const Row &source = kRows[row_of(from)], &target = kRows[row_of(to)];
  const int middle = middle_of(from);
  for (int m = 0; m < 3; ++m) {
    if (to == kMiddle[m]) return source.load[m](src, src_step, dst, dst_step, n);
  }
  if (from == kMiddle[middle]) return target.store[middle](src, src_step, dst, dst_step, n);
  alignas(8) uint8_t block[kBlock * 8];
  const auto* s = static_cast<const uint8_t*>(src);
  auto* d = static_cast<uint8_t*>(dst);
  for (int64_t i = 0; i < n; i += kBlock) {
    const int64_t count = n - i < kBlock ? n - i : kBlock;
    source.load[middle](s + i * src_step * static_cast<int64_t>(dtype_bytes(from)), src_step, block, 1, count);
    target.store[middle](block, 1, d + i * dst_step * static_cast<int64_t>(dtype_bytes(to)), dst_step, count);
  }
}

}  // namespace gleed::ops
