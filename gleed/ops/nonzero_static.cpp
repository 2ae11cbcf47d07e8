// nonzero_static.cpp -- nonzero_static: the indices of the first `size` elements that are not zero, in row-major order;
// rows for which there are none hold fill_value.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/indexing.h"

namespace gleed::ops {
namespace {

Error nonzero_static_shape(Context& ctx, const Tensor& x, int64_t size, int64_t, Tensor& out) {
  GLEED_TRY(check_dtype(ctx, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "out", out, DType::Int64));
  GLEED_TRY(expect_range(ctx, "size", size, 0, INT32_MAX));
  const int64_t sizes[2] = {size, x.rank};
  return resize(ctx, out, sizes);
}

Error nonzero_static_out(Context&, const Tensor& x, int64_t size, int64_t fill_value, Tensor& out) {
  int64_t number = 0, row = 0;
  auto* p = out.ptr<int64_t>();
  (void)walk<1>(x.sizes, x.rank, {x.strides}, [&](const int64_t* offset) {
    int64_t rest = number++;
    if (row == size || !is_nonzero(x, *offset)) return Error::Ok;
    for (int d = x.rank - 1; d >= 0; --d) {
      p[row * out.strides[0] + d * out.strides[1]] = rest % x.sizes[d];
      rest /= x.sizes[d];
    }
    ++row;
    return Error::Ok;
  });
  for (; row < size; ++row) {
    for (int d = 0; d < x.rank; ++d) p[row * out.strides[0] + d * out.strides[1]] = fill_value;
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<nonzero_static_out>("aten::nonzero_static.out(Tensor self, *, SymInt size, int fill_value=-1, Tensor(a!) out) "
                            "-> Tensor(a!)",
                            shape::typed<nonzero_static_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(nonzero_static) = {gleed::ops::kDefs};
