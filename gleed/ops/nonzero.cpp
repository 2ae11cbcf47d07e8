// nonzero.cpp -- nonzero: one row of indices for each element that is not zero, in row-major order.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/indexing.h"

namespace gleed::ops {
namespace {

Error nonzero_shape(Context& ctx, const Tensor& x, Tensor& out) {
  GLEED_TRY(check_dtype(ctx, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "out", out, DType::Int64));
  return expect_rank(ctx, "out", out, 2, 2);  // the kernel resizes: how many rows, only the elements tell
}

Error nonzero_out(Context& ctx, const Tensor& x, Tensor& out) {
  int64_t sizes[2] = {0, x.rank};
  GLEED_TRY(walk<1>(x.sizes, x.rank, {x.strides}, [&](const int64_t* offset) {
    sizes[0] += is_nonzero(x, *offset);
    return Error::Ok;
  }));
  GLEED_TRY(resize(ctx, out, {sizes, 2}));
  int64_t number = 0, row = 0;
  return walk<1>(x.sizes, x.rank, {x.strides}, [&](const int64_t* offset) {
    int64_t rest = number++;
    if (!is_nonzero(x, *offset)) return Error::Ok;
    if (row == sizes[0]) return changed(ctx, "self");
    for (int d = x.rank - 1; d >= 0; --d) {
      out.ptr<int64_t>()[row * out.strides[0] + d * out.strides[1]] = rest % x.sizes[d];
      rest /= x.sizes[d];
    }
    ++row;
    return Error::Ok;
  });
}

constexpr OpDef kDefs[] = {
    def<nonzero_out>("aten::nonzero.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", shape::typed<nonzero_shape>,
                     dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(nonzero) = {gleed::ops::kDefs};
