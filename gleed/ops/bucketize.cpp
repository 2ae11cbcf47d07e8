// bucketize.cpp -- bucketize: between which of the sorted boundaries each value lies.
#include "gleed/ops/family/search.h"

namespace gleed::ops {
namespace {

// A: const Tensor& or Scalar.
template <class A>
Error bucketize_shape(Context& ctx, A x, const Tensor& boundaries, bool out_int32, bool, Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "boundaries", boundaries, 1, 1));
  return search_shape(ctx, boundaries, x, out_int32, nullptr, out);
}
template <class A>
Error bucketize_out(Context& ctx, A x, const Tensor& boundaries, bool, bool right, Tensor& out) {
  return search(ctx, boundaries, x, right, nullptr, out);
}

constexpr OpDef kDefs[] = {
    def<bucketize_out<const Tensor&>>(
        "aten::bucketize.Tensor_out(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False, "
        "Tensor(a!) out) -> Tensor(a!)",
        shape::typed<bucketize_shape<const Tensor&>>, dtypes::kAll),
    def<bucketize_out<Scalar>>(
        "aten::bucketize.Scalar_out(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False, "
        "Tensor(a!) out) -> Tensor(a!)",
        shape::typed<bucketize_shape<Scalar>>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(bucketize) = {gleed::ops::kDefs};
