// linear.cpp -- linear: input x weight^T + bias, over the last dimension of an input of any rank.
#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/gemm.h"

namespace gleed::ops {
namespace {

Error linear_shape(Context& ctx, const Tensor& x, const Tensor& w, const Tensor* bias, Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "input", x, 1, kMaxRank));
  GLEED_TRY(expect_rank(ctx, "weight", w, 1, 2));
  GLEED_TRY(expect_dtype(ctx, "weight", w, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  const int last = x.rank - 1;
  if (w.size(w.rank - 1) != x.size(last)) {
    return ctx.fail(Error::BadArgument, {"input has ", x.size(last), " features, weight expects ", w.size(w.rank - 1)});
  }
  int64_t sizes[kMaxRank];
  for (int d = 0; d < last; ++d) sizes[d] = x.size(d);
  sizes[last] = w.size(0);
  if (bias) {
    GLEED_TRY(expect_dtype(ctx, "bias", *bias, x.dtype));
    if (w.rank == 1) {
      GLEED_TRY(expect_sizes(ctx, "bias", *bias, {}));
    } else {
      const int64_t expected[] = {w.size(0)};
      GLEED_TRY(expect_sizes(ctx, "bias", *bias, expected));
    }
  }
  return resize(ctx, out, {sizes, static_cast<size_t>(w.rank == 1 ? last : last + 1)});
}

Error linear_out(Context&, const Tensor& x, const Tensor& w, const Tensor* bias, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  const Scalar one(int64_t{1});
  const int last = x.rank - 1;
  // A weight of rank 1 stands for one row.
  const Matrix right{w.data, w.dtype, w.strides[w.rank - 1], w.rank == 2 ? w.strides[0] : 0};
  Matrix add;
  if (bias) add = {bias->data, bias->dtype, 0, bias->rank == 1 ? bias->strides[0] : 0};
  const int64_t columns = w.rank == 2 ? w.size(0) : 1;

  // Leading dimensions are rows of one matrix where both tensors are contiguous; otherwise only the one before the
  // last, and the rest is counted here.
  Matrix left{x.data, x.dtype, 0, x.strides[last]}, to{out.data, out.dtype, 0, w.rank == 2 ? out.strides[last] : 0};
  if (x.is_contiguous() && out.is_contiguous()) {
    left.row = x.size(last), to.row = columns;
    gemm(left, right, add, to, out.numel() / columns, columns, x.size(last), one, one);
    return Error::Ok;
  }
  const int64_t rows = last > 0 ? x.size(last - 1) : 1;
  if (last > 0) left.row = x.strides[last - 1], to.row = out.strides[last - 1];
  const int64_t count = out.numel() / columns / rows;
  for (int64_t i = 0; i < count; ++i) {
    int64_t from = 0, into = 0, rest = i;
    for (int d = last - 2; d >= 0; --d) {
      const int64_t at = rest % x.size(d);
      rest /= x.size(d);
      from += at * x.strides[d], into += at * out.strides[d];
    }
    Matrix l = left, o = to;
    l.data = element(x.data, x.dtype, from), o.data = element(out.data, out.dtype, into);
    gemm(l, right, add, o, rows, columns, x.size(last), one, one);
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<linear_out>("aten::linear.out(Tensor input, Tensor weight, Tensor? bias=None, *, Tensor(a!) out) -> Tensor(a!)",
                    shape::typed<linear_shape>, dtypes::kNumbers),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(linear) = {gleed::ops::kDefs};
