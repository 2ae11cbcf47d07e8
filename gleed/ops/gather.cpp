// gather.cpp -- gather: out[i][j] = self[index[i][j]][j] for dim 0, and so on.
#include "gleed/ops/family/gather_scatter.h"
#include "gleed/ops/family/stored.h"

namespace gleed::ops {
namespace {

Error gather_shape(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, bool, Tensor& out) {
  int place = 0;
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  GLEED_TRY(expect_dtypes(ctx, "index", index, kIndexDTypes));
  if (index.numel() != 0) GLEED_TRY(expect_index(ctx, "self", x, place, index));
  return resize_like(ctx, out, index);
}

template <class E>
Error gather_as(Context& ctx, const Tensor& x, int dim, const Tensor& index, Tensor& out) {
  const int64_t size = x.rank ? x.sizes[dim] : 1, step = x.rank ? x.strides[dim] : 0;
  int64_t steps[kMaxRank];
  index_steps(x, dim, index, steps);
  return walk<3>(index.sizes, index.rank, {index.strides, out.strides, steps}, [&](const int64_t* offsets) {
    const int64_t k = read_index(index, offsets[0]);
    GLEED_TRY(check_index(ctx, k, size, dim));
    out.ptr<E>()[offsets[1]] = x.ptr<const E>()[offsets[2] + k * step];
    return Error::Ok;
  });
}

Error gather_out(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, bool, Tensor& out) {
  if (index.numel() == 0) return Error::Ok;
  const int place = wrap_dim(dim, x.rank);
  switch (dtype_bytes(x.dtype)) {
    case 1:
      return gather_as<uint8_t>(ctx, x, place, index, out);
    case 2:
      return gather_as<uint16_t>(ctx, x, place, index, out);
    case 4:
      return gather_as<uint32_t>(ctx, x, place, index, out);
    default:
      return gather_as<uint64_t>(ctx, x, place, index, out);
  }
}

constexpr OpDef kDefs[] = {
    def<gather_out>(
        "aten::gather.out(Tensor self, int dim, Tensor index, *, bool sparse_grad=False, Tensor(a!) out) -> "
        "Tensor(a!)",
        shape::typed<gather_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(gather) = {gleed::ops::kDefs};
