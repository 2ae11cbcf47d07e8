// stack.cpp -- stack: tensors of equal sizes along a new dimension; each is cast to the output's dtype.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

Error stack_shape(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  if (tensors.size() == 0) return ctx.fail(Error::BadArgument, {"stack takes one tensor or more"});
  for (size_t k = 0; k < tensors.size(); ++k) {
    const Tensor* t = tensors[k];
    if (!t) return ctx.fail(Error::BadArgument, {"item ", k, " of the list is not a tensor"});
    if (!same_sizes(*t, *tensors[0]))
      return ctx.fail(Error::BadArgument, {"item ", k, " has other sizes than item 0; stack takes equal ones"});
    GLEED_TRY(expect_castable(ctx, "an item", *t, out));
  }
  const Tensor& first = *tensors[0];
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, first.rank + 1, &place));
  int64_t sizes[kMaxRank + 1];
  for (int d = 0; d <= first.rank; ++d) {
    sizes[d] = d == place ? static_cast<int64_t>(tensors.size()) : first.sizes[d < place ? d : d - 1];
  }
  return resize(ctx, out, {sizes, static_cast<size_t>(first.rank) + 1});
}

Error stack_out(Context&, TensorList tensors, int64_t dim, Tensor& out) {
  const int place = wrap_dim(dim, out.rank);
  for (size_t k = 0; k < tensors.size(); ++k) {
    const Tensor& t = *tensors[k];
    Box box;
    for (int d = 0; d < t.rank; ++d) box.add(t.sizes[d], t.strides[d], out.strides[d < place ? d : d + 1]);
    cast_box(box, t.data, t.dtype, at(out, static_cast<int64_t>(k) * out.strides[place]), out.dtype);
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<stack_out>("aten::stack.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)",
                   shape::typed<stack_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(stack) = {gleed::ops::kDefs};
