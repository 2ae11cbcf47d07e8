// repeat.cpp -- repeat: the whole tensor several times along each dimension.
#include "gleed/base/checked.h"
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error repeat_shape(Context& ctx, const Tensor& x, IntList repeats, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (repeats.size() < x.rank || repeats.size() > kMaxRank) {
    return ctx.fail(Error::BadArgument,
                    {"repeats has ", repeats.size(), " items, expected ", x.rank, " to ", kMaxRank});
  }
  const int rank = static_cast<int>(repeats.size()), added = rank - x.rank;
  int64_t sizes[kMaxRank];
  for (int d = 0; d < rank; ++d) {
    const int64_t times = repeats[static_cast<size_t>(d)];
    GLEED_TRY(expect_range(ctx, "a number of repeats", times, 0, INT32_MAX));
    sizes[d] = times * (d < added ? 1 : x.sizes[d - added]);
  }
  return resize(ctx, out, {sizes, repeats.size()});
}

Error repeat_out(Context&, const Tensor& x, IntList, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  const int added = out.rank - x.rank;
  Box box;
  for (int d = 0; d < out.rank; ++d) {
    const int64_t size = d < added ? 1 : x.sizes[d - added];
    box.add(out.sizes[d] / size, 0, out.strides[d] * size);
    box.add(size, d < added ? 0 : x.strides[d - added], out.strides[d]);
  }
  copy_box(box, x.data, out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<repeat_out>("aten::repeat.out(Tensor self, SymInt[] repeats, *, Tensor(a!) out) -> Tensor(a!)",
                    shape::typed<repeat_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(repeat) = {gleed::ops::kDefs};
