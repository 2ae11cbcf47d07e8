// strided_copy.h -- the engine of data movement: a box of elements copied between two strided places, by element size
// and not by dtype. Views, slices, concatenation, padding and indexing are each one or a few boxes.
#pragma once
#include <cstdint>
#include <optional>

#include "gleed/core/context.h"
#include "gleed/core/op.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {

// What can be moved: elements of 1, 2, 4 or 8 bytes, whatever they mean.
constexpr uint32_t kMovable =
    dtypes::kAll | dtypes::bit(DType::UInt16) | dtypes::bit(DType::UInt32) | dtypes::bit(DType::UInt64);

// Which elements to copy: per dimension how many, and how far apart they lie in the source and in the target (in
// elements; steps of the source may be 0 or negative).
struct Box {
  static constexpr int kMax = 2 * kMaxRank;
  int rank = 0;
  int64_t sizes[kMax];
  int64_t from[kMax];
  int64_t to[kMax];

  void add(int64_t size, int64_t from_step, int64_t to_step) {
    sizes[rank] = size;
    from[rank] = from_step;
    to[rank++] = to_step;
  }
};

// The same elements in fewer and longer dimensions, in the order in which the target lies in memory. Worth doing once
// before a box is moved often; copy_box does it itself.
void simplify(Box& box);

// Copies the elements of a simplified box. `bytes` of an element: 1, 2, 4 or 8. The places may be one and the same
// when the steps agree, and must not overlap otherwise.
void move_box(const Box& box, const void* from, void* to, size_t bytes);

inline void copy_box(Box box, const void* from, void* to, size_t bytes) {
  simplify(box);
  move_box(box, from, to, bytes);
}
// The same with a cast of each element, when the dtypes (both of dtypes::kAll, or equal) differ.
void cast_box(Box box, const void* from, DType from_dtype, void* to, DType to_dtype);

// The box of all elements of two tensors of the same sizes.
Box whole(const Tensor& from, const Tensor& to);
// Copies all elements of `from` to the places of equal index; both have the same sizes and dtype.
void copy_all(const Tensor& from, Tensor& to);
// Copies elements in the order of their row-major numbers; both have the same number of elements and dtype.
void copy_in_order(const Tensor& from, Tensor& to);
// The same for `n` elements, numbered from `from_start` and `to_start` on; both ranges exist.
void copy_in_order(const Tensor& from, int64_t from_start, Tensor& to, int64_t to_start, int64_t n);
// Sets every element of a box (its `to` side) to the one at `value`.
void fill_box(Box box, const void* value, void* to, size_t bytes);
void fill_all(const void* value, Tensor& to);

// The address of element `offset`; nullptr stays so.
inline const void* at(const Tensor& t, int64_t offset) {
  return t.data ? t.ptr<const char>() + offset * static_cast<int64_t>(dtype_bytes(t.dtype)) : nullptr;
}
inline void* at(Tensor& t, int64_t offset) {
  return t.data ? t.ptr<char>() + offset * static_cast<int64_t>(dtype_bytes(t.dtype)) : nullptr;
}

// For kernels, after the rule has checked: dim without its sign.
inline int wrap_dim(int64_t dim, int rank) { return static_cast<int>(dim < 0 ? dim + (rank ? rank : 1) : dim); }

// ---- For rules ----

// `t` has the dtype of `out`, or one that can be cast to it.
Error expect_castable(Context& ctx, const char* name, const Tensor& t, const Tensor& out);
// A set of dimensions, each in range and named once; bit d stands for dimension d. An empty list stands for all when
// `empty_is_all`.
Error read_dims(Context& ctx, const IntList& dims, int rank, bool empty_is_all, uint32_t* set);

// What slice(dim, start, end, step) takes of `size` elements, as PyTorch clamps it.
struct SliceRange {
  int64_t start, length, step;
};
// Step must be positive, else BadArgument.
Error read_slice(Context& ctx, int64_t size, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step,
                 SliceRange* out);
// The sizes (kMaxRank places) that view(list) gives x, with at most one -1 worked out.
Error read_view_sizes(Context& ctx, const Tensor& x, const IntList& list, int64_t* sizes);

}  // namespace gleed::ops
