// index_put.cpp -- index_put: a copy in which the elements that index tensors and masks pick are replaced by values, or
// have them added; index_put_ does it in place.
#include "gleed/ops/family/combine.h"
#include "gleed/ops/family/index_plan.h"

namespace gleed::ops {
namespace {

Error expect_values(Context& ctx, const IndexPlan& plan, const Tensor& values) {
  const Span<const int64_t> sizes = plan.sizes();
  const int rank = static_cast<int>(sizes.size);
  for (int d = 0; d < values.rank; ++d) {
    const int place = rank - values.rank + d;
    if (place >= 0 && (values.sizes[d] == 1 || values.sizes[d] == sizes[static_cast<size_t>(place)])) continue;
    return ctx.fail(Error::BadArgument, {"values has size ", values.sizes[d], " in dimension ", d,
                                         ", which does not broadcast to what the indices pick"});
  }
  return Error::Ok;
}

Error check(Context& ctx, const Tensor& x, const OptTensorList& indices, const Tensor& values) {
  IndexPlan plan;
  GLEED_TRY(expect_dtype(ctx, "values", values, x.dtype));
  GLEED_TRY(plan.read(ctx, x, indices));
  if (plan.has_masks()) return Error::Ok;
  GLEED_TRY(plan.finish(ctx));
  return expect_values(ctx, plan, values);
}

Error put(Context& ctx, Tensor& x, const OptTensorList& indices, const Tensor& values, bool accumulate) {
  IndexPlan plan;
  GLEED_TRY(plan.read(ctx, x, indices));
  GLEED_TRY(plan.finish(ctx));
  GLEED_TRY(expect_values(ctx, plan, values));
  for (const int64_t size : plan.sizes()) {
    if (size == 0) return Error::Ok;
  }
  int64_t steps[2 * kMaxRank];
  broadcast_steps(values, plan.sizes().data, static_cast<int>(plan.sizes().size), steps);
  Box slice;
  plan.for_each_slice_dim(x, steps, [&](int64_t size, int64_t to, int64_t from) { slice.add(size, from, to); });
  simplify(slice);
  if (!accumulate) {
    return plan.for_each(ctx, x, steps, [&](int64_t to, int64_t from) {
      move_box(slice, at(values, from), at(x, to), dtype_bytes(x.dtype));
      return Error::Ok;
    });
  }
  Error error = Error::Ok;
  const bool is_bool = x.dtype == DType::Bool;
  dispatch_stored(x.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    error = plan.for_each(ctx, x, steps, [&](int64_t to, int64_t from) {
      return walk<2>(slice.sizes, slice.rank, {slice.from, slice.to}, [&](const int64_t* offsets) {
        T& target = x.ptr<T>()[to + offsets[1]];
        target = combine_elements(Combine::Add, is_bool, target, values.ptr<const T>()[from + offsets[0]]);
        return Error::Ok;
      });
    });
  });
  return error;
}

Error index_put_shape(Context& ctx, const Tensor& x, OptTensorList indices, const Tensor& values, bool, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(check(ctx, x, indices, values));
  return resize_like(ctx, out, x);
}
Error index_put_out(Context& ctx, const Tensor& x, OptTensorList indices, const Tensor& values, bool accumulate,
                    Tensor& out) {
  copy_all(x, out);
  return put(ctx, out, indices, values, accumulate);
}

Error index_put_inplace_shape(Context& ctx, Tensor& x, OptTensorList indices, const Tensor& values, bool) {
  return check(ctx, x, indices, values);
}
Error index_put_inplace(Context& ctx, Tensor& x, OptTensorList indices, const Tensor& values, bool accumulate) {
  return put(ctx, x, indices, values, accumulate);
}

constexpr OpDef kDefs[] = {
    def<index_put_out>("aten::index_put.out(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False, *, "
                       "Tensor(a!) out) -> Tensor(a!)",
                       shape::typed<index_put_shape>, dtypes::kAll),
    def<index_put_inplace>(
        "aten::index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!)",
        shape::typed<index_put_inplace_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(index_put) = {gleed::ops::kDefs};
