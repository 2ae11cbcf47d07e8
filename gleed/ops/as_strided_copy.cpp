// as_strided_copy.cpp -- as_strided_copy: elements picked from memory by any sizes and strides.
#include "gleed/base/checked.h"
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error as_strided_shape(Context& ctx, const Tensor& x, IntList size, IntList stride, std::optional<int64_t> offset,
                       Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (size.size() > kMaxRank || size.size() != stride.size()) {
    return ctx.fail(Error::BadArgument, {"size has ", size.size(), " items and stride ", stride.size(),
                                         "; expected as many, and no more than ", kMaxRank});
  }
  int64_t sizes[kMaxRank];
  int64_t last = offset.value_or(0);  // the greatest place that is read
  GLEED_TRY(expect_range(ctx, "storage_offset", last, 0, INT64_MAX));
  bool empty = false, fits = true;
  for (size_t d = 0; d < size.size(); ++d) {
    sizes[d] = size[d];
    GLEED_TRY(expect_range(ctx, "a size", sizes[d], 0, INT32_MAX));
    GLEED_TRY(expect_range(ctx, "a stride", stride[d], 0, INT64_MAX));
    int64_t span = 0;
    empty |= sizes[d] == 0;
    fits &= sizes[d] == 0 || (checked_mul(sizes[d] - 1, stride[d], &span) && checked_add(last, span, &last));
  }
  if (!empty && (!fits || last >= x.numel())) {
    return ctx.fail(Error::BadArgument,
                    {"size, stride and storage_offset reach beyond the ", x.numel(), " elements of the tensor"});
  }
  return resize(ctx, out, {sizes, size.size()});
}

Error as_strided_copy_out(Context&, const Tensor& x, IntList, IntList stride, std::optional<int64_t> offset,
                          Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  Box box;
  for (int d = 0; d < out.rank; ++d) {
    box.add(out.sizes[d], out.sizes[d] == 1 ? 0 : stride[static_cast<size_t>(d)], out.strides[d]);
  }
  copy_box(box, at(x, offset.value_or(0)), out.data, dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<as_strided_copy_out>("aten::as_strided_copy.out(Tensor self, SymInt[] size, SymInt[] stride, "
                             "SymInt? storage_offset=None, *, Tensor(a!) out) -> Tensor(a!)",
                             shape::typed<as_strided_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(as_strided_copy) = {gleed::ops::kDefs};
