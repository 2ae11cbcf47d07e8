// sym_size.cpp -- sym_size, sym_numel and _local_scalar_dense: numbers taken from a tensor.
#include "gleed/ops/family/convert.h"
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

Error sym_size(Context& ctx, const Tensor& x, int64_t dim, Value& out) {
  int place = 0;
  if (x.rank == 0) return ctx.fail(Error::BadArgument, {"a tensor of rank 0 has no sizes"});
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  return out.set(x.size(place)), Error::Ok;
}

Error sym_numel(Context&, const Tensor& x, Value& out) { return out.set(x.numel()), Error::Ok; }

Error local_scalar_shape(Context& ctx, const Tensor& x, Value&) {
  if (x.numel() == 0) return ctx.fail(Error::BadArgument, {"a tensor without elements has no first one"});
  return check_dtype(ctx, x.dtype);
}

Error local_scalar_dense(Context&, const Tensor& x, Value& out) {
  if (dtypes::has(dtypes::kFloats, x.dtype)) {
    double value = 0;
    convert(x.dtype, x.data, 1, DType::Float64, &value, 1, 1);
    return out.set(value), Error::Ok;
  }
  int64_t value = 0;
  convert(x.dtype, x.data, 1, DType::Int64, &value, 1, 1);
  if (x.dtype == DType::Bool) return out.set(value != 0), Error::Ok;
  return out.set(value), Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<sym_size>("aten::sym_size.int(Tensor self, int dim) -> SymInt", shape::none, ~0u),
    def<sym_numel>("aten::sym_numel(Tensor self) -> SymInt", shape::none, ~0u),
    def<local_scalar_dense>("aten::_local_scalar_dense(Tensor self) -> Scalar", shape::typed<local_scalar_shape>,
                            dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(sym_size) = {gleed::ops::kDefs};
