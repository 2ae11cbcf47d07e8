// index_reduce.cpp -- index_reduce: a copy in which the slice out[index[i]] is the product, mean, maximum or minimum of
// all slices source[i] that go there and, unless left out, of what was there.
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/scatter_mean.h"

namespace gleed::ops {
namespace {

constexpr Reduction kReductions[] = {
    {"prod", Combine::Multiply}, {"mean", Combine::Add}, {"amax", Combine::Max}, {"amin", Combine::Min}};

size_t scratch_bytes(Args args) { return is_mean(args.values[4]->string) ? count_bytes(args.tensor(0)) : 0; }

Error index_reduce_shape(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor& source,
                         const char* reduce, bool include_self, Tensor& out) {
  int place = 0;
  if (!find_reduction(kReductions, reduce)) {
    return ctx.fail(Error::BadArgument, {"reduce is \"", reduce, "\"; it is none of prod, mean, amax, amin"});
  }
  if (is_mean(reduce) && x.dtype == DType::Bool) {
    return ctx.fail(Error::BadArgument, {"the mean of bools is not defined; cast them"});
  }
  if (!include_self && x.dtype == DType::Bool) {
    return ctx.fail(Error::BadArgument, {"bools are reduced only with what was there; give include_self or cast them"});
  }
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "source", source, x.dtype));
  GLEED_TRY(check_dtype(ctx, x.dtype));
  GLEED_TRY(expect_dtypes(ctx, "index", index, kIndexDTypes));
  GLEED_TRY(expect_rank(ctx, "index", index, 0, 1));
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank; ++d) sizes[d] = d == place ? index.numel() : x.sizes[d];
  if (x.rank == 0 && source.rank == 0 && index.numel() != 1) {
    return ctx.fail(Error::BadArgument, {"index has ", index.numel(), " elements, expected 1 for a source of rank 0"});
  }
  GLEED_TRY(expect_sizes(ctx, "source", source, {sizes, x.rank}));
  return resize_like(ctx, out, x);
}

// The index as a scatter takes it: with the sizes of `like`, the same numbers all over its other dimensions.
struct Spread {
  int32_t sizes[kMaxRank];
  int64_t strides[kMaxRank];
  Tensor index;
  Spread(const Tensor& list, const Tensor& like, int dim) : index(list) {
    for (int d = 0; d < like.rank; ++d)
      sizes[d] = like.sizes[d], strides[d] = d == dim && list.rank ? list.strides[0] : 0;
    index.sizes = sizes, index.strides = strides, index.rank = like.rank;
  }
};

Error index_reduce_out(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor& source,
                       const char* reduce, bool include_self, Tensor& out) {
  const Combine combine = find_reduction(kReductions, reduce)->combine;
  const Spread spread(index, source, wrap_dim(dim, x.rank));
  copy_all(x, out);
  if (!include_self) GLEED_TRY(set_neutral(ctx, combine, dim, spread.index, out));
  GLEED_TRY(scatter(ctx, combine, dim, spread.index, &source, nullptr, out));
  return is_mean(reduce) ? divide_by_counts(ctx, dim, spread.index, include_self, false, out) : Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<index_reduce_out>("aten::index_reduce.out(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, "
                          "bool include_self=True, Tensor(a!) out) -> Tensor(a!)",
                          shape::typed<index_reduce_shape>, dtypes::kAll, kNone, scratch_bytes),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(index_reduce) = {gleed::ops::kDefs};
