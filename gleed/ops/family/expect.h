// expect.h -- the checks that shape rules make on single arguments; each error names the argument, what was expected
// and what was given.
#pragma once
#include "gleed/core/context.h"
#include "gleed/core/op.h"

namespace gleed::ops {

// `t` has this dtype.
Error expect_dtype(Context& ctx, const char* name, const Tensor& t, DType expected);
// `t` has one of these dtypes.
Error expect_dtypes(Context& ctx, const char* name, const Tensor& t, uint32_t set);
// `t`'s rank is in [least, most].
Error expect_rank(Context& ctx, const char* name, const Tensor& t, int least, int most);
// `t` has exactly these sizes.
Error expect_sizes(Context& ctx, const char* name, const Tensor& t, Span<const int64_t> sizes);
// `t` broadcasts to the sizes of `to` without changing them.
Error expect_expands(Context& ctx, const char* name, const Tensor& t, const Tensor& to);
// `value` is in [least, most].
Error expect_range(Context& ctx, const char* name, int64_t value, int64_t least, int64_t most);

// Reads an int[n] argument of one or `n` items, all in [least, INT32_MAX]; one item stands for all, as in PyTorch. No
// items at all are read as `fallback`, when that is not nullptr.
Error read_ints(Context& ctx, const char* name, const IntList& list, int n, int64_t least, int64_t* out,
                const int64_t* fallback = nullptr);

}  // namespace gleed::ops
