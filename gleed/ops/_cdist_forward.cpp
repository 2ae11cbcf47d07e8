// _cdist_forward.cpp -- cdist: the distances of each row of one tensor from each row of another, batch by batch.
#include "gleed/ops/family/distance.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {
namespace {

Error cdist_shape(Context& ctx, const Tensor& x, const Tensor& y, double p, std::optional<int64_t> mode, Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "x1", x, 2, kMaxRank));
  GLEED_TRY(expect_rank(ctx, "x2", y, 2, kMaxRank));
  GLEED_TRY(expect_dtype(ctx, "x2", y, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (!(p >= 0)) return ctx.fail(Error::BadArgument, {"p is ", p, ", expected 0 or more"});
  GLEED_TRY(expect_range(ctx, "compute_mode", mode.value_or(0), 0, 2));
  if (x.size(x.rank - 1) != y.size(y.rank - 1)) {
    return ctx.fail(Error::BadArgument,
                    {"the rows of x1 have ", x.size(x.rank - 1), " elements, those of x2 have ", y.size(y.rank - 1)});
  }
  const int rank = x.rank > y.rank ? x.rank : y.rank;
  int64_t sizes[kMaxRank];
  for (int d = 0; d < rank - 2; ++d) {
    const int xd = d - (rank - x.rank), yd = d - (rank - y.rank);
    const int64_t a = xd < 0 ? 1 : x.size(xd), b = yd < 0 ? 1 : y.size(yd);
    if (a != b && a != 1 && b != 1) {
      return ctx.fail(Error::BadArgument, {"batch sizes ", a, " and ", b, " in dimension ", d, " do not broadcast"});
    }
    sizes[d] = a == 1 ? b : a;
  }
  sizes[rank - 2] = x.size(x.rank - 2), sizes[rank - 1] = y.size(y.rank - 2);
  return resize(ctx, out, {sizes, static_cast<size_t>(rank)});
}

Error cdist_out(Context&, const Tensor& x, const Tensor& y, double p, std::optional<int64_t>, Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  const int64_t n = x.size(x.rank - 1), rows = out.size(out.rank - 2), columns = out.size(out.rank - 1);
  const int64_t batches = out.numel() / rows / columns;
  for (int64_t b = 0; b < batches; ++b) {
    int64_t xo = 0, yo = 0, to = 0, rest = b;
    for (int d = out.rank - 3; d >= 0; --d) {
      const int64_t at = rest % out.size(d);
      rest /= out.size(d);
      const int xd = d - (out.rank - x.rank), yd = d - (out.rank - y.rank);
      if (xd >= 0 && x.size(xd) > 1) xo += at * x.strides[xd];
      if (yd >= 0 && y.size(yd) > 1) yo += at * y.strides[yd];
      to += at * out.strides[d];
    }
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        const double value = distance(element(x, xo + i * x.strides[x.rank - 2]), x.strides[x.rank - 1],
                                      element(y, yo + j * y.strides[y.rank - 2]), y.strides[y.rank - 1], x.dtype, n, p);
        store_one(element(out, to + i * out.strides[out.rank - 2] + j * out.strides[out.rank - 1]), out.dtype, value);
      }
    }
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<cdist_out>("aten::_cdist_forward.out(Tensor x1, Tensor x2, float p, int? compute_mode, *, Tensor(a!) out) -> "
                   "Tensor(a!)",
                   shape::typed<cdist_shape>, dtypes::bit(DType::Float32) | dtypes::bit(DType::Float64)),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(_cdist_forward) = {gleed::ops::kDefs};
