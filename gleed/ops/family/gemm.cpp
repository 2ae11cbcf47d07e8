// gemm.cpp -- products of matrices that lie in memory with strides.
#include "gleed/ops/family/gemm.h"

namespace gleed::ops {
namespace {

template <class C>
C factor(Scalar s) {
  if constexpr (std::is_integral_v<C>) return static_cast<C>(s.as_int());
  return static_cast<C>(s.as_double());
}

// Both sides, and what `multiply` needs to know about them.
template <class C>
struct Strided {
  Matrix l, r, add, out;
  C alpha, beta;
  int64_t left_row = 0;
  bool direct = false;

  const C* left_direct(int64_t row, int64_t k) const {
    return direct ? static_cast<const C*>(l.data) + row * l.row + k : nullptr;
  }
  void left(C* to, int64_t row, int64_t k, int64_t n) const {
    load_run(to, element(l.data, l.dtype, row * l.row + k * l.column), l.dtype, l.column, n);
  }
  void right(C* to, int64_t k, int64_t n, int64_t column, int64_t m) const {
    const void* from = element(r.data, r.dtype, k * r.row + column * r.column);
    if (is_plain<C>(r.dtype)) {
      const C* p = static_cast<const C*>(from);
      if (r.column == 1 && m == kPanel<C>) {
        for (int64_t i = 0; i < n; ++i) std::memcpy(to + i * kPanel<C>, p + i * r.row, kPanel<C> * sizeof(C));
      } else {
        for (int64_t j = 0; j < m; ++j) {
          for (int64_t i = 0; i < n; ++i) to[i * kPanel<C> + j] = p[i * r.row + j * r.column];
        }
      }
    } else if (r.row == 1) {
      C line[kBlockDepth];
      for (int64_t j = 0; j < m; ++j) {
        load_run(line, element(from, r.dtype, j * r.column), r.dtype, 1, n);
        for (int64_t i = 0; i < n; ++i) to[i * kPanel<C> + j] = line[i];
      }
    } else {
      for (int64_t i = 0; i < n; ++i) {
        load_run(to + i * kPanel<C>, element(from, r.dtype, i * r.row), r.dtype, r.column, m);
      }
    }
  }
  void store(int64_t row, int64_t column, int64_t m, const C* sums) const {
    C line[kPanel<C>];
    for (int64_t j = 0; j < m; ++j) line[j] = alpha == C(1) ? sums[j] : alpha * sums[j];
    if (add.data) {
      C old[kPanel<C>];
      load_run(old, element(add.data, add.dtype, row * add.row + column * add.column), add.dtype, add.column, m);
      for (int64_t j = 0; j < m; ++j) line[j] += beta == C(1) ? old[j] : beta * old[j];
    }
    store_run(element(out.data, out.dtype, row * out.row + column * out.column), out.dtype, out.column, line, m);
  }
};

// One dot product of two runs in 16 partial sums, which the compiler keeps in vectors.
template <class C>
C dot(const C* __restrict a, const C* __restrict b, int64_t n) {
  C s[16] = {};
  int64_t i = 0;
  for (; i + 16 <= n; i += 16) {
    for (int j = 0; j < 16; ++j) s[j] += a[i + j] * b[i + j];
  }
  for (; i < n; ++i) s[0] += a[i] * b[i];
  for (int width = 8; width > 0; width /= 2) {
    for (int j = 0; j < width; ++j) s[j] += s[j + width];
  }
  return s[0];
}

template <class C>
void gemm_in(const Matrix& left, const Matrix& right, const Matrix& add, const Matrix& out, int64_t rows,
             int64_t columns, int64_t depth, Scalar beta, Scalar alpha) {
  Strided<C> p{left, right, add, out, factor<C>(alpha), factor<C>(beta)};
  if (p.beta == C(0)) p.add.data = nullptr;
  if (is_plain<C>(left.dtype) && left.column == 1) p.direct = true, p.left_row = left.row;
  if (p.direct && rows < 4 && right.row == 1 && is_plain<C>(right.dtype)) {
    // A vector times a transposed matrix: each column is read once, so copying it into panels would not pay.
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t c = 0; c < columns; ++c) {
        const C sum = dot(p.left_direct(r, 0), static_cast<const C*>(right.data) + c * right.column, depth);
        p.store(r, c, 1, &sum);
      }
    }
    return;
  }
  multiply<C>(p, rows, columns, depth);
}

}  // namespace

void gemm(const Matrix& left, const Matrix& right, const Matrix& add, const Matrix& out, int64_t rows, int64_t columns,
          int64_t depth, Scalar beta, Scalar alpha) {
  if (out.dtype == DType::Float64) {
    gemm_in<double>(left, right, add, out, rows, columns, depth, beta, alpha);
  } else if (dtypes::has(dtypes::kFloats, out.dtype)) {
    gemm_in<float>(left, right, add, out, rows, columns, depth, beta, alpha);
  } else {
    gemm_in<uint64_t>(left, right, add, out, rows, columns, depth, beta, alpha);
  }
}

}  // namespace gleed::ops
