// searchsorted.cpp -- searchsorted: where values belong in each sorted line of a tensor, or one that a sorter sorts.
#include <cstring>

#include "gleed/ops/family/search.h"

namespace gleed::ops {
namespace {

// A: const Tensor& or Scalar.
template <class A>
Error searchsorted_shape(Context& ctx, const Tensor& sorted, A x, bool out_int32, bool right, const char* side,
                         const Tensor* sorter, Tensor& out) {
  if (side) {
    const bool is_right = std::strcmp(side, "right") == 0;
    if (!is_right && std::strcmp(side, "left") != 0) {
      return ctx.fail(Error::BadArgument, {"side is \"", side, "\"; it is left or right"});
    }
    if (right && !is_right)
      return ctx.fail(Error::BadArgument, {"side is \"left\" and right is true; give one of them"});
  }
  return search_shape(ctx, sorted, x, out_int32, sorter, out);
}
template <class A>
Error searchsorted_out(Context& ctx, const Tensor& sorted, A x, bool, bool right, const char* side,
                       const Tensor* sorter, Tensor& out) {
  return search(ctx, sorted, x, right || (side && std::strcmp(side, "right") == 0), sorter, out);
}

constexpr OpDef kDefs[] = {
    def<searchsorted_out<const Tensor&>>(
        "aten::searchsorted.Tensor_out(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, "
        "str? side=None, Tensor? sorter=None, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<searchsorted_shape<const Tensor&>>, dtypes::kAll),
    def<searchsorted_out<Scalar>>(
        "aten::searchsorted.Scalar_out(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, "
        "str? side=None, Tensor? sorter=None, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<searchsorted_shape<Scalar>>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(searchsorted) = {gleed::ops::kDefs};
