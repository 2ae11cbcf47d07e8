// expand_copy.cpp -- expand_copy: dimensions of size 1 repeated, new ones put before.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error expand_shape(Context& ctx, const Tensor& x, IntList size, bool, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (size.size() < x.rank || size.size() > kMaxRank) {
    return ctx.fail(Error::BadArgument, {"size has ", size.size(), " items, expected ", x.rank, " to ", kMaxRank});
  }
  const int rank = static_cast<int>(size.size()), added = rank - x.rank;
  int64_t sizes[kMaxRank];
  for (int d = 0; d < rank; ++d) {
    sizes[d] = size[static_cast<size_t>(d)];
    if (d < added) continue;  // resize refuses a negative one
    const int64_t present = x.sizes[d - added];
    if (sizes[d] == -1) sizes[d] = present;
    if (present != sizes[d] && present != 1) {
      return ctx.fail(Error::BadArgument, {"size ", present, " in dimension ", d, " cannot be expanded to ", sizes[d]});
    }
  }
  return resize(ctx, out, {sizes, size.size()});
}

Error expand_copy_out(Context&, const Tensor& x, IntList, bool, Tensor& out) {
  Box box;
  const int added = out.rank - x.rank;
  for (int d = 0; d < out.rank; ++d) {
    const bool repeated = d < added || x.sizes[d - added] == 1;
    box.add(out.sizes[d], repeated ? 0 : x.strides[d - added], out.strides[d]);
  }
  copy_box(box, x.data, out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<expand_copy_out>(
        "aten::expand_copy.out(Tensor self, SymInt[] size, *, bool implicit=False, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<expand_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(expand_copy) = {gleed::ops::kDefs};
