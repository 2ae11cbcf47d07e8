// gather_scatter.cpp -- the checks of gather and scatter, and scattering.
#include "gleed/ops/family/gather_scatter.h"

#include "gleed/ops/family/combine.h"
#include "gleed/ops/family/convert.h"
#include "gleed/ops/family/scratch.h"

namespace gleed::ops {

Error expect_index(Context& ctx, const char* name, const Tensor& t, int dim, const Tensor& index) {
  const int rank = t.rank ? t.rank : 1, index_rank = index.rank ? index.rank : 1;
  if (rank != index_rank) {
    return ctx.fail(Error::BadArgument,
                    {"index has rank ", index.rank, ", ", name, " has rank ", t.rank, "; expected the same"});
  }
  for (int d = 0; d < rank; ++d) {
    const int64_t size = t.rank ? t.sizes[d] : 1, index_size = index.rank ? index.sizes[d] : 1;
    if (d == dim || index_size <= size) continue;
    return ctx.fail(Error::BadArgument,
                    {"index has size ", index_size, " in dimension ", d, ", more than the ", size, " of ", name});
  }
  return Error::Ok;
}

void index_steps(const Tensor& t, int dim, const Tensor& index, int64_t* steps) {
  for (int d = 0; d < index.rank; ++d) steps[d] = d == dim || t.rank == 0 ? 0 : t.strides[d];
}

Error scatter_shape(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor* src, Tensor& out) {
  int place = 0;
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(normalize_dim(ctx, dim, x.rank, &place));
  GLEED_TRY(expect_dtypes(ctx, "index", index, kIndexDTypes));
  if (src) GLEED_TRY(expect_dtype(ctx, "src", *src, x.dtype));
  if (index.numel() != 0) {
    GLEED_TRY(expect_index(ctx, "self", x, place, index));
    if (src) GLEED_TRY(expect_index(ctx, "src", *src, -1, index));
  }
  return resize_like(ctx, out, x);
}

namespace {

// read(offset): the element of src that is `offset` elements from the start, as T.
template <class T, class Read>
Error scatter_typed(Context& ctx, Combine combine, int64_t dim, const Tensor& index, const Tensor* src, Tensor& out,
                    Read read) {
  if (index.numel() == 0) return Error::Ok;
  const int place = wrap_dim(dim, out.rank);
  const int64_t size = out.rank ? out.sizes[place] : 1, step = out.rank ? out.strides[place] : 0;
  int64_t out_steps[kMaxRank], src_steps[kMaxRank] = {};
  index_steps(out, place, index, out_steps);
  if (src) index_steps(*src, -1, index, src_steps);
  const bool is_bool = out.dtype == DType::Bool;
  return walk<3>(index.sizes, index.rank, {index.strides, out_steps, src_steps}, [&](const int64_t* offsets) {
    const int64_t k = read_index(index, offsets[0]);
    GLEED_TRY(check_index(ctx, k, size, place));
    T& target = out.ptr<T>()[offsets[1] + k * step];
    target = combine_elements(combine, is_bool, target, read(offsets[2]));
    return Error::Ok;
  });
}

}  // namespace

Error scatter(Context& ctx, Combine combine, int64_t dim, const Tensor& index, const Tensor* src, const void* value,
              Tensor& out) {
  const void* from = src ? src->data : value;
  Error error = Error::Ok;
  dispatch_stored(out.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    error = scatter_typed<T>(ctx, combine, dim, index, src, out,
                             [from](int64_t offset) { return static_cast<const T*>(from)[offset]; });
  });
  return error;
}

size_t accumulate_bytes(const Tensor& out) {
  return dtypes::has(dtypes::kHalves, out.dtype) ? static_cast<size_t>(out.numel()) * sizeof(float) : 0;
}

Error accumulate(Context& ctx, Combine combine, int64_t dim, const Tensor& index, const Tensor* src, const void* value,
                 Tensor& out) {
  if (!dtypes::has(dtypes::kHalves, out.dtype) || (combine != Combine::Add && combine != Combine::Multiply)) {
    return scatter(ctx, combine, dim, index, src, value, out);
  }
  const int64_t numel = out.numel();
  float* sums = nullptr;
  GLEED_TRY(take_scratch(ctx, numel, &sums));
  convert(out.dtype, out.data, 1, DType::Float32, sums, 1, numel);
  Tensor wide = out;  // lies as `out` does
  wide.dtype = DType::Float32;
  wide.data = sums;
  const void* from = src ? src->data : value;
  Error error = Error::Ok;
  dispatch_stored(out.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    error = scatter_typed<float>(ctx, combine, dim, index, src, wide,
                                 [from](int64_t offset) { return cast<float>(static_cast<const T*>(from)[offset]); });
  });
  GLEED_TRY(error);
  convert(DType::Float32, sums, 1, out.dtype, out.data, 1, numel);
  return Error::Ok;
}

}  // namespace gleed::ops
