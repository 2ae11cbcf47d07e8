// scatter_mean.h -- what reductions into places named by an index begin and end with.
#pragma once
#include "gleed/ops/family/gather_scatter.h"

namespace gleed::ops {

struct Reduction {
  const char* name;
  Combine combine;
};
// The one of this name, or nullptr.
const Reduction* find_reduction(Span<const Reduction> known, const char* name);
inline bool is_mean(const char* name) { return name && name[0] == 'm'; }

// Sets the places that the index names to what changes nothing: 0 for sums, 1 for products, the least for a maximum.
Error set_neutral(Context& ctx, Combine combine, int64_t dim, const Tensor& index, Tensor& out);

// Divides sums by how many elements each is of, the one that was there before too when `include_self`. They are counted
// in out's dtype, as in PyTorch, where an int8 wraps and a half number stops growing; when `widened`, the halves are
// counted in float32. Integers are rounded down. count_bytes: the scratch memory that this takes.
Error divide_by_counts(Context& ctx, int64_t dim, const Tensor& index, bool include_self, bool widened, Tensor& out);
inline size_t count_bytes(const Tensor& out) {
  return static_cast<size_t>(out.numel()) * (dtype_bytes(out.dtype) > 4 ? dtype_bytes(out.dtype) : 4);
}

}  // namespace gleed::ops
