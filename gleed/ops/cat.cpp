// cat.cpp -- cat: tensors put one after the other along a dimension; each is cast to the output's dtype.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

// PyTorch leaves out tensors of shape [0] whatever the rank of the others.
bool is_skipped(const Tensor& t) { return t.rank == 1 && t.sizes[0] == 0; }

Error cat_shape(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  if (tensors.size() == 0) return ctx.fail(Error::BadArgument, {"cat takes one tensor or more"});
  const Tensor* first = nullptr;
  for (size_t k = 0; k < tensors.size(); ++k) {
    const Tensor* t = tensors[k];
    if (!t) return ctx.fail(Error::BadArgument, {"item ", k, " of the list is not a tensor"});
    GLEED_TRY(expect_castable(ctx, "an item", *t, out));
    if (t->rank == 0)
      return ctx.fail(Error::BadArgument, {"item ", k, " has rank 0, which cannot be concatenated; unsqueeze it"});
    if (!first || is_skipped(*first)) first = t;
  }
  int place = 0;
  GLEED_TRY(normalize_dim(ctx, dim, first->rank, &place));
  int64_t sizes[kMaxRank];
  for (int d = 0; d < first->rank; ++d) sizes[d] = first->sizes[d];
  sizes[place] = 0;
  for (size_t k = 0; k < tensors.size(); ++k) {
    const Tensor& t = *tensors[k];
    if (is_skipped(t)) continue;
    for (int d = 0; d < first->rank; ++d) {
      if (t.rank == first->rank && (d == place || t.sizes[d] == sizes[d])) continue;
      return ctx.fail(Error::BadArgument,
                      {"item ", k, " has rank ", t.rank, " and another size than item 0 in dimension ", d,
                       "; only dimension ", place, " may differ"});
    }
    sizes[place] += t.sizes[place];
  }
  return resize(ctx, out, {sizes, first->rank});
}

Error cat_out(Context&, TensorList tensors, int64_t dim, Tensor& out) {
  const int place = wrap_dim(dim, out.rank);
  int64_t start = 0;
  for (size_t k = 0; k < tensors.size(); ++k) {
    const Tensor& t = *tensors[k];
    if (t.numel() == 0) continue;
    Box box;
    for (int d = 0; d < t.rank; ++d) box.add(t.sizes[d], t.strides[d], out.strides[d]);
    cast_box(box, t.data, t.dtype, at(out, start * out.strides[place]), out.dtype);
    start += t.sizes[place];
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<cat_out>("aten::cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)", shape::typed<cat_shape>,
                 kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(cat) = {gleed::ops::kDefs};
