// gemm.h -- products of matrices in blocks that stay in cache: the loop that mm, bmm, addmm, linear and convolution
// share. The caller says how values of either side are fetched and what becomes of a finished block.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "gleed/base/half.h"
#include "gleed/core/context.h"
#include "gleed/ops/family/elements.h"

namespace gleed::ops {

// Bytes of the vectors that the compiler is asked for, and the blocks: a panel of the right side and a block of sums
// take 2 or 4 KiB of stack each.
#if defined(__AVX__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif
constexpr int64_t kBlockDepth = 64;
constexpr int64_t kBlockRows = 64;
template <class C>
constexpr int64_t kPanel = 2 * kVectorBytes / static_cast<int64_t>(sizeof(C));  // columns of a block

// sums[r][c] += the products over one block of depth, for 4 rows (or 1) and the kPanel columns of `right`,
// which is (depth, kPanel). Each block is summed on its own first: that keeps rounding errors of long sums small.
template <class C>
void add_tile4(const C* left, int64_t left_row, const C* right, int64_t depth, C* sums) {
  typedef C V __attribute__((vector_size(kVectorBytes)));
  constexpr int64_t kLanes = kPanel<C> / 2;
  const C *l0 = left, *l1 = l0 + left_row, *l2 = l1 + left_row, *l3 = l2 + left_row;
  V s0{}, s1{}, s2{}, s3{}, t0{}, t1{}, t2{}, t3{};
  for (int64_t k = 0; k < depth; ++k) {
    V r, q;
    std::memcpy(&r, right + k * kPanel<C>, sizeof(V));
    std::memcpy(&q, right + k * kPanel<C> + kLanes, sizeof(V));
    s0 += l0[k] * r, t0 += l0[k] * q;
    s1 += l1[k] * r, t1 += l1[k] * q;
    s2 += l2[k] * r, t2 += l2[k] * q;
    s3 += l3[k] * r, t3 += l3[k] * q;
  }
  const auto add = [](C* to, V v) {
    V old;
    std::memcpy(&old, to, sizeof(V));
    old += v;
    std::memcpy(to, &old, sizeof(V));
  };
  add(sums, s0), add(sums + kLanes, t0), sums += kPanel<C>;
  add(sums, s1), add(sums + kLanes, t1), sums += kPanel<C>;
  add(sums, s2), add(sums + kLanes, t2), sums += kPanel<C>;
  add(sums, s3), add(sums + kLanes, t3);
}

template <class C>
void add_tile1(const C* left, const C* right, int64_t depth, C* sums) {
  C s[kPanel<C>] = {};
  for (int64_t k = 0; k < depth; ++k) {
    for (int c = 0; c < kPanel<C>; ++c) s[c] += left[k] * right[k * kPanel<C> + c];
  }
  for (int c = 0; c < kPanel<C>; ++c) sums[c] += s[c];
}

// The product of a (rows, depth) and a (depth, columns) matrix. P has:
//   const C* left_direct(row, k)          the values of `row` from `k` on, `left_row` apart between rows; or nullptr
//   void left(C* to, row, k, n)           copies n values of one row, when there is no direct way
//   void right(C* to, k, n, column, m)    copies n rows of m <= kPanel values; rows of `to` are kPanel apart
//   void store(row, column, m, const C*)  takes m sums of one row
// Values of `to` past m may be anything.
template <class C, class P>
void multiply(P& p, int64_t rows, int64_t columns, int64_t depth) {
  alignas(64) C panel[kBlockDepth * kPanel<C>];
  alignas(64) C sums[kBlockRows * kPanel<C>];
  C copy[4 * kBlockDepth];
  std::fill(panel, panel + kBlockDepth * kPanel<C>, C(0));
  for (int64_t row0 = 0; row0 < rows; row0 += kBlockRows) {
    const int64_t row_count = std::min(kBlockRows, rows - row0);
    for (int64_t column = 0; column < columns; column += kPanel<C>) {
      const int64_t column_count = std::min(kPanel<C>, columns - column);
      std::fill(sums, sums + row_count * kPanel<C>, C(0));
      for (int64_t k = 0; k < depth; k += kBlockDepth) {
        const int64_t n = std::min(kBlockDepth, depth - k);
        p.right(panel, k, n, column, column_count);
        for (int64_t r = 0; r < row_count;) {
          const int64_t step = row_count - r >= 4 ? 4 : 1;
          const C* left = p.left_direct(row0 + r, k);
          int64_t left_row = p.left_row;
          if (!left) {
            for (int64_t i = 0; i < step; ++i) p.left(copy + i * kBlockDepth, row0 + r + i, k, n);
            left = copy, left_row = kBlockDepth;
          }
          if (step == 4) {
            add_tile4<C>(left, left_row, panel, n, sums + r * kPanel<C>);
          } else {
            add_tile1<C>(left, panel, n, sums + r * kPanel<C>);
          }
          r += step;
        }
      }
      for (int64_t r = 0; r < row_count; ++r) p.store(row0 + r, column, column_count, sums + r * kPanel<C>);
    }
  }
}

// A matrix in memory: where it lies, and its strides in elements.
struct Matrix {
  void* data = nullptr;
  DType dtype = DType::Float32;
  int64_t row = 0;
  int64_t column = 0;
};

// Dimensions `rows` and `columns` of t, at an element offset.
inline Matrix matrix(const Tensor& t, int rows, int columns, int64_t offset = 0) {
  return {static_cast<char*>(t.data) + offset * static_cast<int64_t>(dtype_bytes(t.dtype)), t.dtype, t.strides[rows],
          t.strides[columns]};
}

// out = beta * add + alpha * left x right; without `add` (data is nullptr, or beta is 0) only the product. Strides of
// `add` may be 0. All have the dtype of `out`: real numbers are rounded once, integers wrap and take alpha and beta cut
// to integers, as in PyTorch. `out` overlaps nothing.
void gemm(const Matrix& left, const Matrix& right, const Matrix& add, const Matrix& out, int64_t rows, int64_t columns,
          int64_t depth, Scalar beta, Scalar alpha);

}  // namespace gleed::ops
