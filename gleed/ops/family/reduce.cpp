// reduce.cpp -- shapes of reductions, and how the dimensions of an input are sorted into kept and gone ones.
#include "gleed/ops/family/reduce.h"

namespace gleed::ops {

Error resize_reduced(Context& ctx, const Tensor& x, uint32_t dims, bool keepdim, Tensor& out) {
  GLEED_TRY(check_dtype(ctx, out.dtype));
  int64_t sizes[kMaxRank];
  size_t rank = 0;
  for (int d = 0; d < x.rank; ++d) {
    if (!(dims >> d & 1)) {
      sizes[rank++] = x.sizes[d];
    } else if (keepdim) {
      sizes[rank++] = 1;
    }
  }
  return resize(ctx, out, {sizes, rank});
}

Error expect_elements(Context& ctx, const Tensor& x, uint32_t dims) {
  for (int d = 0; d < x.rank; ++d) {
    if ((dims >> d & 1) && x.sizes[d] == 0) {
      return ctx.fail(Error::BadArgument, {"dimension ", d, " has size 0: nothing to choose from"});
    }
  }
  return Error::Ok;
}

Error read_dims(Context& ctx, const std::optional<IntList>& dims, int rank, uint32_t* set) {
  *set = kAllDims;
  return dims ? read_dims(ctx, *dims, rank, true, set) : Error::Ok;
}

Error read_dim(Context& ctx, int64_t dim, int rank, uint32_t* set) {
  int d = 0;
  GLEED_TRY(normalize_dim(ctx, dim, rank, &d));
  *set = rank ? 1u << d : 0;
  return Error::Ok;
}

Error expect_given(Context& ctx, std::optional<int64_t> dtype, const Tensor& out) {
  if (!dtype || *dtype == static_cast<int64_t>(out.dtype)) return Error::Ok;
  return ctx.fail(Error::BadArgument, {"the argument dtype is number ", *dtype, ", the output is ",
                                       dtype_name(out.dtype), " (number ", static_cast<int>(out.dtype), ")"});
}

namespace {

void add(Fold::Dims& dims, int64_t size, int64_t in, int64_t out0, int64_t out1) {
  const int k = dims.rank++;
  dims.sizes[k] = size, dims.in[k] = in, dims.out[0][k] = out0, dims.out[1][k] = out1;
}

// Sorts by distance in the input, greatest first, and merges neighbours.
void simplify(Fold::Dims& dims, bool sort) {
  for (int d = 1; sort && d < dims.rank; ++d) {
    for (int e = d; e > 0 && dims.in[e] > dims.in[e - 1]; --e) {
      for (int64_t* list : {dims.sizes, dims.in, dims.out[0], dims.out[1]}) {
        const int64_t kept = list[e];
        list[e] = list[e - 1];
        list[e - 1] = kept;
      }
    }
  }
  const int rank = dims.rank;
  dims.rank = 0;
  for (int d = 0; d < rank; ++d) {
    const int last = dims.rank - 1;
    const int64_t size = dims.sizes[d];
    if (last >= 0 && dims.in[last] == dims.in[d] * size && dims.out[0][last] == dims.out[0][d] * size &&
        dims.out[1][last] == dims.out[1][d] * size) {
      --dims.rank;
      add(dims, dims.sizes[last] * size, dims.in[d], dims.out[0][d], dims.out[1][d]);
    } else {
      add(dims, size, dims.in[d], dims.out[0][d], dims.out[1][d]);
    }
  }
  if (dims.rank == 0) add(dims, 1, 1, 1, 1);
}

}  // namespace

Fold make_fold(const Tensor& x, uint32_t dims, const Tensor& out, const Tensor* second, bool ordered) {
  Fold fold;
  const bool keepdim = out.rank == x.rank;
  int place = 0;  // the output's dimension
  for (int d = 0; d < x.rank; ++d) {
    const int64_t size = x.sizes[d];
    if (dims >> d & 1) {
      fold.length *= size;
      if (size != 1) add(fold.gone, size, x.strides[d], 0, 0);
      place += keepdim;
      continue;
    }
    fold.empty |= size == 0;
    if (size != 1) add(fold.kept, size, x.strides[d], out.strides[place], second ? second->strides[place] : 0);
    ++place;
  }
  simplify(fold.kept, true);
  simplify(fold.gone, !ordered);
  const int64_t kept_size = fold.kept.sizes[fold.kept.rank - 1], kept_step = fold.kept.in[fold.kept.rank - 1];
  fold.across = fold.length == 1 || (fold.length > 1 && kept_size >= 4 && kept_step < fold.gone.in[fold.gone.rank - 1]);
  return fold;
}

}  // namespace gleed::ops
