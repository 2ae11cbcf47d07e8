// unique.cpp -- unique: the elements in ascending order without those equal to another, for each element the number of
// what it became, and how many became each; unique_dim does it with slices, in the order of their elements.
#include "gleed/ops/family/unique.h"

namespace gleed::ops {
namespace {

// PyTorch sorts on the CPU whether it is asked to or not.
Error unique2_shape(Context& ctx, const Tensor& x, bool, bool inverse, bool counts, Tensor& out0, Tensor& out1,
                    Tensor& out2) {
  return unique_shape(ctx, x, {out0, &out1, &out2, inverse, counts});
}
Error unique2_out(Context& ctx, const Tensor& x, bool, bool inverse, bool counts, Tensor& out0, Tensor& out1,
                  Tensor& out2) {
  return unique(ctx, x, true, {out0, &out1, &out2, inverse, counts});
}

Error unique1_shape(Context& ctx, const Tensor& x, bool, bool inverse, Tensor& out0, Tensor& out1) {
  return unique_shape(ctx, x, {out0, &out1, nullptr, inverse, false});
}
Error unique1_out(Context& ctx, const Tensor& x, bool, bool inverse, Tensor& out0, Tensor& out1) {
  return unique(ctx, x, true, {out0, &out1, nullptr, inverse, false});
}

Error dim_shape(Context& ctx, const Tensor& x, int64_t dim, bool, bool, bool, Tensor& out0, Tensor& out1,
                Tensor& out2) {
  return unique_dim_shape(ctx, x, dim, {out0, &out1, &out2, true, true});
}
Error dim_out(Context& ctx, const Tensor& x, int64_t dim, bool, bool, bool, Tensor& out0, Tensor& out1, Tensor& out2) {
  return unique_dim(ctx, x, dim, true, {out0, &out1, &out2, true, true});
}
size_t dim_scratch(Args args) { return unique_dim_scratch(args.tensor(0), args.values[1]->as_int()); }

constexpr OpDef kDefs[] = {
    def<unique2_out>("aten::_unique2.out(Tensor self, bool sorted=True, bool return_inverse=False, "
                     "bool return_counts=False, *, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) -> "
                     "(Tensor(a!), Tensor(b!), Tensor(c!))",
                     shape::typed<unique2_shape>, dtypes::kAll, kNone, unique_scratch),
    def<unique1_out>("aten::_unique.out(Tensor self, bool sorted=True, bool return_inverse=False, *, Tensor(a!) out0, "
                     "Tensor(b!) out1) -> (Tensor(a!), Tensor(b!))",
                     shape::typed<unique1_shape>, dtypes::kAll, kNone, unique_scratch),
    def<dim_out>("aten::unique_dim.out(Tensor self, int dim, bool sorted=True, bool return_inverse=False, "
                 "bool return_counts=False, *, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) -> "
                 "(Tensor(a!), Tensor(b!), Tensor(c!))",
                 shape::typed<dim_shape>, dtypes::kAll, kNone, dim_scratch),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(unique) = {gleed::ops::kDefs};
