// search.cpp -- binary search in a line of boundaries.
#include "gleed/ops/family/search.h"

#include "gleed/ops/family/convert.h"
#include "gleed/ops/family/indexing.h"

namespace gleed::ops {

namespace {

// One line of boundaries, and its order when there is a sorter.
struct Row {
  const Tensor* boundaries;
  int64_t start, step, length;
  const Tensor* sorter;
  int64_t sorter_start, sorter_step;
  DType common;

  // The number of boundaries that `value` (of type T, in the common dtype) comes after.
  template <class T>
  Error find(Context& ctx, T value, bool right, int64_t* found) const {
    int64_t from = 0, to = length;
    while (from < to) {
      const int64_t middle = from + (to - from) / 2;
      int64_t place = middle;
      if (sorter) {
        place = sorter->ptr<const int64_t>()[sorter_start + middle * sorter_step];
        GLEED_TRY(check_index(ctx, place, length, boundaries->rank - 1));
      }
      const T boundary = read<T>(*boundaries, start + place * step);
      if (right ? boundary > value : boundary >= value) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    *found = from;
    return Error::Ok;
  }

  template <class T>
  T read(const Tensor& t, int64_t offset) const {
    if (t.dtype == common && common == dtype_of<T>) return t.ptr<const T>()[offset];
    T value;
    alignas(8) uint8_t rounded[8];
    convert(t.dtype, at(t, offset), 1, common, rounded, 1, 1);
    convert(common, rounded, 1, dtype_of<T>, &value, 1, 1);
    return value;
  }
};

}  // namespace

Error search_shape(Context& ctx, const Tensor& boundaries, const Operand& values, bool out_int32, const Tensor* sorter,
                   Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "boundaries", boundaries, 1, kMaxRank));
  GLEED_TRY(check_dtype(ctx, boundaries.dtype));
  const DType common = common_dtype({boundaries, values});
  if (common == DType::Bool) {
    return ctx.fail(Error::MissingOp, {"not defined for bool boundaries and bool values; cast one of them"});
  }
  GLEED_TRY(expect_dtype(ctx, "out", out, out_int32 ? DType::Int32 : DType::Int64));
  if (sorter) {
    GLEED_TRY(expect_dtype(ctx, "sorter", *sorter, DType::Int64));
    int64_t sizes[kMaxRank];
    for (int d = 0; d < boundaries.rank; ++d) sizes[d] = boundaries.sizes[d];
    GLEED_TRY(expect_sizes(ctx, "sorter", *sorter, {sizes, boundaries.rank}));
  }
  if (boundaries.rank > 1) {
    if (!values.tensor || values.rank() != boundaries.rank) {
      return ctx.fail(Error::BadArgument, {"the boundaries have rank ", boundaries.rank, ", the values rank ",
                                           values.rank(), "; expected the same, or boundaries of rank 1"});
    }
    for (int d = 0; d + 1 < boundaries.rank; ++d) {
      if (values.tensor->sizes[d] == boundaries.sizes[d]) continue;
      return ctx.fail(Error::BadArgument, {"the boundaries have size ", boundaries.sizes[d], " in dimension ", d,
                                           ", the values ", values.tensor->sizes[d]});
    }
  }
  if (!values.tensor) return resize(ctx, out, {});
  GLEED_TRY(check_dtype(ctx, values.tensor->dtype));
  return resize_like(ctx, out, *values.tensor);
}

Error search(Context& ctx, const Tensor& boundaries, const Operand& values, bool right, const Tensor* sorter,
             Tensor& out) {
  const int last = boundaries.rank - 1;
  const DType common = common_dtype({boundaries, values});
  Row row{&boundaries, 0, boundaries.strides[last], boundaries.sizes[last], sorter, 0, 0, common};
  if (sorter) {  // all of it is checked, as in PyTorch; and again where it is used
    row.sorter_step = sorter->strides[last];
    const int64_t count = sorter->numel();
    for (int64_t i = 0; i < count; ++i) {
      GLEED_TRY(check_index(ctx, sorter->ptr<const int64_t>()[i], row.length, last));
    }
  }
  const int64_t none[kMaxRank] = {};
  // How far the lines lie apart; one line of boundaries serves all values.
  int64_t steps[kMaxRank] = {}, sorter_steps[kMaxRank] = {};
  for (int d = 0; d < last; ++d) {
    steps[d] = boundaries.strides[d];
    if (sorter) sorter_steps[d] = sorter->strides[d];
  }
  Error error = Error::Ok;
  compute(common, [&](auto type) {
    using T = typename decltype(type)::type;
    T number = T(0);
    if (!values.tensor) round_number(values.number, common, dtype_of<T>, &number);
    error =
        walk<4>(out.sizes, out.rank, {out.strides, values.tensor ? values.tensor->strides : none, steps, sorter_steps},
                [&](const int64_t* offsets) {
                  row.start = offsets[2], row.sorter_start = offsets[3];
                  int64_t found = 0;
                  const T value = values.tensor ? row.read<T>(*values.tensor, offsets[1]) : number;
                  GLEED_TRY(row.find(ctx, value, right, &found));
                  if (out.dtype == DType::Int32) {
                    out.ptr<int32_t>()[offsets[0]] = static_cast<int32_t>(found);
                  } else {
                    out.ptr<int64_t>()[offsets[0]] = found;
                  }
                  return Error::Ok;
                });
  });
  return error;
}

}  // namespace gleed::ops
