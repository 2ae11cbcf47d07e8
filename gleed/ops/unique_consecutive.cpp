// unique_consecutive.cpp -- unique_consecutive: the elements, or slices along a dimension, without those equal to the
// one before.
#include "gleed/ops/family/unique.h"

namespace gleed::ops {
namespace {

using OptInt = std::optional<int64_t>;

Error consecutive_shape(Context& ctx, const Tensor& x, bool inverse, bool counts, OptInt dim, Tensor& out0,
                        Tensor& out1, Tensor& out2) {
  const Uniques out{out0, &out1, &out2, inverse, counts};
  return dim ? unique_dim_shape(ctx, x, *dim, out) : unique_shape(ctx, x, out);
}
Error consecutive_out(Context& ctx, const Tensor& x, bool inverse, bool counts, OptInt dim, Tensor& out0, Tensor& out1,
                      Tensor& out2) {
  const Uniques out{out0, &out1, &out2, inverse, counts};
  return dim ? unique_dim(ctx, x, *dim, false, out) : unique(ctx, x, false, out);
}
size_t consecutive_scratch(Args args) {
  const Value& dim = *args.values[3];
  return dim.is_number() ? unique_dim_scratch(args.tensor(0), dim.as_int()) : unique_scratch(args);
}

Error dim_shape(Context& ctx, const Tensor& x, int64_t dim, bool, bool, Tensor& out0, Tensor& out1, Tensor& out2) {
  return unique_dim_shape(ctx, x, dim, {out0, &out1, &out2, true, true});
}
Error dim_out(Context& ctx, const Tensor& x, int64_t dim, bool, bool, Tensor& out0, Tensor& out1, Tensor& out2) {
  return unique_dim(ctx, x, dim, false, {out0, &out1, &out2, true, true});
}
size_t dim_scratch(Args args) { return unique_dim_scratch(args.tensor(0), args.values[1]->as_int()); }

constexpr OpDef kDefs[] = {
    def<consecutive_out>("aten::unique_consecutive.out(Tensor self, bool return_inverse=False, "
                         "bool return_counts=False, int? dim=None, *, Tensor(a!) out0, Tensor(b!) out1, "
                         "Tensor(c!) out2) -> (Tensor(a!), Tensor(b!), Tensor(c!))",
                         shape::typed<consecutive_shape>, dtypes::kAll, kNone, consecutive_scratch),
    def<dim_out>("aten::unique_dim_consecutive.out(Tensor self, int dim, bool return_inverse=False, "
                 "bool return_counts=False, *, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) -> "
                 "(Tensor(a!), Tensor(b!), Tensor(c!))",
                 shape::typed<dim_shape>, dtypes::kAll, kNone, dim_scratch),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(unique_consecutive) = {gleed::ops::kDefs};
