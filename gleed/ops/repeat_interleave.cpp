// repeat_interleave.cpp -- repeat_interleave: the number i repeats[i] times, for each i in turn.
#include "gleed/base/checked.h"
#include "gleed/ops/family/indexing.h"

namespace gleed::ops {
namespace {

Error repeat_interleave_shape(Context& ctx, const Tensor& repeats, std::optional<int64_t>, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, repeats.dtype));
  GLEED_TRY(expect_dtypes(ctx, "repeats", repeats, kIndexDTypes));
  GLEED_TRY(expect_rank(ctx, "repeats", repeats, 1, 1));
  return expect_rank(ctx, "out", out, 1, 1);  // the kernel resizes
}

Error repeat_interleave_out(Context& ctx, const Tensor& repeats, std::optional<int64_t> output_size, Tensor& out) {
  const int64_t n = repeats.numel();
  int64_t total = 0;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t times = read_index(repeats, i);
    if (times < 0) return ctx.fail(Error::BadArgument, {"repeats[", i, "] is ", times, ", expected 0 or more"});
    if (!checked_add(total, times, &total)) {
      return ctx.fail(Error::BadArgument, {"repeats up to repeats[", i, "] = ", times, " add up to more than 2^63"});
    }
  }
  if (output_size && *output_size != total) {
    return ctx.fail(Error::BadArgument, {"output_size is ", *output_size, ", the repeats add up to ", total});
  }
  GLEED_TRY(resize(ctx, out, {&total, 1}));
  int64_t done = 0;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t times = read_index(repeats, i);
    if (times < 0 || times > total - done) return changed(ctx, "repeats");
    for (const int64_t end = done + times; done < end; ++done) {
      if (out.dtype == DType::Int64) {
        out.ptr<int64_t>()[done] = i;
      } else {
        out.ptr<int32_t>()[done] = static_cast<int32_t>(i);
      }
    }
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<repeat_interleave_out>(
        "aten::repeat_interleave.Tensor_out(Tensor repeats, *, SymInt? output_size=None, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<repeat_interleave_shape>, dtypes::bit(DType::Int32) | dtypes::bit(DType::Int64)),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(repeat_interleave) = {gleed::ops::kDefs};
