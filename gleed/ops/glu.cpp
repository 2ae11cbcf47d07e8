// glu.cpp -- glu: the first half of a dimension times the sigmoid of the second.
#include <cmath>

#include "gleed/ops/family/expect.h"
#include "gleed/ops/family/norm.h"

namespace gleed::ops {
namespace {

Error glu_shape(Context& ctx, const Tensor& x, int64_t dim, Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "self", x, 1, kMaxRank));
  GLEED_TRY(expect_dtypes(ctx, "out", out, dtypes::kFloats));
  int d;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &d));
  if (x.size(d) % 2 != 0) {
    return ctx.fail(Error::BadArgument, {"size ", x.size(d), " of dimension ", d, " does not split into halves"});
  }
  int64_t sizes[kMaxRank];
  for (int i = 0; i < x.rank; ++i) sizes[i] = i == d ? x.size(i) / 2 : x.size(i);
  return resize(ctx, out, {sizes, x.rank});
}

Error glu_out(Context& ctx, const Tensor& x, int64_t dim, Tensor& out) {
  int d;
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &d));
  Walk walk;
  for (int i = 0; i < x.rank; ++i) walk.add(out.size(i), x.strides[i], out.strides[i]);
  walk.order();
  const int64_t half = out.size(d) * x.strides[d];
  return dispatch_real(x.dtype, [&](auto type) {
    using C = typename decltype(type)::type;
    C a[Walk::kRun], b[Walk::kRun];
    walk.each_run([&](const int64_t* at, int64_t n) {
      load_run(a, element(x, at[0]), x.dtype, walk.stride(0), n);
      load_run(b, element(x, at[0] + half), x.dtype, walk.stride(0), n);
      for (int64_t i = 0; i < n; ++i) a[i] = a[i] * (C(1) / (C(1) + std::exp(-b[i])));
      store_run(element(out, at[1]), out.dtype, walk.stride(1), a, n);
    });
    return Error::Ok;
  });
}

constexpr OpDef kDefs[] = {
    def<glu_out>("aten::glu.out(Tensor self, int dim=-1, *, Tensor(a!) out) -> Tensor(a!)", shape::typed<glu_shape>,
                 dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(glu) = {gleed::ops::kDefs};
