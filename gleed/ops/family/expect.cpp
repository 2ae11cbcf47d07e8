// expect.cpp -- the checks of single arguments.
#include "gleed/ops/family/expect.h"

namespace gleed::ops {

Error expect_dtype(Context& ctx, const char* name, const Tensor& t, DType expected) {
  if (t.dtype == expected) return Error::Ok;
  return ctx.fail(Error::BadArgument,
                  {name, " is ", dtype_name(t.dtype), ", expected ", dtype_name(expected), "; cast one of them"});
}

Error expect_dtypes(Context& ctx, const char* name, const Tensor& t, uint32_t set) {
  if (static_cast<uint32_t>(t.dtype) < 32 && dtypes::has(set, t.dtype)) return Error::Ok;
  return ctx.fail(Error::BadArgument, {name, " is ", dtype_name(t.dtype), ", which this operator does not take there"});
}

Error expect_rank(Context& ctx, const char* name, const Tensor& t, int least, int most) {
  if (t.rank >= least && t.rank <= most) return Error::Ok;
  if (least == most) return ctx.fail(Error::BadArgument, {name, " has rank ", t.rank, ", expected ", least});
  return ctx.fail(Error::BadArgument, {name, " has rank ", t.rank, ", expected ", least, " to ", most});
}

Error expect_sizes(Context& ctx, const char* name, const Tensor& t, Span<const int64_t> sizes) {
  GLEED_TRY(expect_rank(ctx, name, t, static_cast<int>(sizes.size), static_cast<int>(sizes.size)));
  for (int d = 0; d < t.rank; ++d) {
    if (t.sizes[d] == sizes[d]) continue;
    return ctx.fail(Error::BadArgument, {name, " has size ", t.sizes[d], " in dimension ", d, ", expected ", sizes[d]});
  }
  return Error::Ok;
}

Error expect_expands(Context& ctx, const char* name, const Tensor& t, const Tensor& to) {
  GLEED_TRY(expect_rank(ctx, name, t, 0, to.rank));
  for (int d = 0; d < t.rank; ++d) {
    const int at = to.rank - t.rank + d;
    if (t.sizes[d] == to.sizes[at] || t.sizes[d] == 1) continue;
    return ctx.fail(Error::BadArgument, {name, " has size ", t.sizes[d], " in dimension ", d,
                                         ", which does not broadcast to the result's ", to.sizes[at]});
  }
  return Error::Ok;
}

Error expect_range(Context& ctx, const char* name, int64_t value, int64_t least, int64_t most) {
  if (value >= least && value <= most) return Error::Ok;
  return ctx.fail(Error::BadArgument, {name, " is ", value, ", expected a number from ", least, " to ", most});
}

Error read_ints(Context& ctx, const char* name, const IntList& list, int n, int64_t least, int64_t* out,
                const int64_t* fallback) {
  const int count = list.size() > 1000 ? 1000 : static_cast<int>(list.size());
  if (count == 0 && fallback) {
    for (int i = 0; i < n; ++i) out[i] = fallback[i];
    return Error::Ok;
  }
  if (count != 1 && count != n) {
    return ctx.fail(Error::BadArgument, {name, " has ", list.size(), " items, expected 1 or ", n});
  }
  for (int i = 0; i < n; ++i) {
    out[i] = list[count == 1 ? 0 : static_cast<size_t>(i)];
    GLEED_TRY(expect_range(ctx, name, out[i], least, INT32_MAX));
  }
  return Error::Ok;
}

}  // namespace gleed::ops
