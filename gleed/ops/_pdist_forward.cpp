// _pdist_forward.cpp -- pdist: the distances of all pairs of rows, (0, 1), (0, 2), ... (1, 2), ...
#include "gleed/ops/family/distance.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {
namespace {

Error pdist_shape(Context& ctx, const Tensor& x, double p, Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "self", x, 2, 2));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (!(p >= 0)) return ctx.fail(Error::BadArgument, {"p is ", p, ", expected 0 or more"});
  const int64_t sizes[] = {x.size(0) > 1 ? x.size(0) * (x.size(0) - 1) / 2 : 0};
  return resize(ctx, out, sizes);
}

Error pdist_out(Context&, const Tensor& x, double p, Tensor& out) {
  int64_t to = 0;
  for (int64_t i = 0; i < x.size(0); ++i) {
    for (int64_t j = i + 1; j < x.size(0); ++j, ++to) {
      const double value = distance(element(x, i * x.strides[0]), x.strides[1], element(x, j * x.strides[0]),
                                    x.strides[1], x.dtype, x.size(1), p);
      store_one(element(out, to * out.strides[0]), out.dtype, value);
    }
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<pdist_out>("aten::_pdist_forward.out(Tensor self, float p=2., *, Tensor(a!) out) -> Tensor(a!)",
                   shape::typed<pdist_shape>, dtypes::bit(DType::Float32) | dtypes::bit(DType::Float64)),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(_pdist_forward) = {gleed::ops::kDefs};
