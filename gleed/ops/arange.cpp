// arange.cpp -- arange: start, start + step, ... up to but without end.
#include "gleed/base/checked.h"
#include "gleed/ops/family/arithmetic.h"
#include "gleed/ops/family/convert.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {
namespace {

// Elements of out; arithmetic in int64 for integers and in double for real numbers, as in PyTorch.
Error count_elements(Context& ctx, Scalar start, Scalar end, Scalar step, DType dtype, int64_t* count) {
  const double first = start.as_double(), last = end.as_double(), by = step.as_double();
  if (!std::isfinite(first) || !std::isfinite(last) || !std::isfinite(by) || by == 0) {
    return ctx.fail(Error::BadArgument,
                    {"start ", first, ", end ", last, " and step ", by, " must be finite, and step not 0"});
  }
  if (by > 0 ? last < first : last > first) {
    return ctx.fail(Error::BadArgument, {"step ", by, " does not lead from start ", first, " to end ", last});
  }
  double size = std::ceil((last - first) / by);
  if (dtype == DType::Int64) {
    const int64_t unit = step.as_int();
    int64_t span;
    if (unit == 0 || !checked_sub(end.as_int(), start.as_int(), &span)) {
      return ctx.fail(Error::BadArgument, {"start ", first, ", end ", last, " and step ", by,
                                           " do not make a list of int64; use integers"});
    }
    size = static_cast<double>(span == 0                          ? 0
                               : remainder_trunc(span, unit) != 0 ? divide_trunc(span, unit) + 1
                                                                  : divide_trunc(span, unit));
  }
  if (size > INT32_MAX)
    return ctx.fail(Error::BadArgument, {"the result has ", size, " elements, too many; at most ", INT32_MAX, " fit"});
  *count = static_cast<int64_t>(size);
  return Error::Ok;
}

Error start_shape(Context& ctx, Scalar start, Scalar end, Scalar step, Tensor& out) {
  GLEED_TRY(expect_dtypes(ctx, "out", out, dtypes::kNumbers));
  int64_t count;
  GLEED_TRY(count_elements(ctx, start, end, step, out.dtype, &count));
  return resize(ctx, out, {&count, 1});
}

// out[i] = value(i), cast to out's dtype.
template <class T, class F>
void count_up(Tensor& out, F value) {
  T block[kBlock];
  const int64_t bytes = static_cast<int64_t>(dtype_bytes(out.dtype));
  for (int64_t at = 0, n; at < out.numel(); at += n) {
    n = out.numel() - at < kBlock ? out.numel() - at : kBlock;
    for (int64_t i = 0; i < n; ++i) block[i] = value(at + i);
    convert(dtype_of<T>, block, 1, out.dtype, out.ptr<uint8_t>() + at * bytes, 1, n);
  }
}

Error start_out(Context&, Scalar start, Scalar, Scalar step, Tensor& out) {
  if (dtypes::has(dtypes::kInts, out.dtype)) {
    const int64_t first = start.as_int(), by = step.as_int();
    count_up<int64_t>(out, [=](int64_t i) { return add(first, multiply(by, i)); });
  } else {
    const double first = start.as_double(), by = step.as_double();
    count_up<double>(out, [=](int64_t i) { return first + by * static_cast<double>(i); });
  }
  return Error::Ok;
}

Error end_shape(Context& ctx, Scalar end, Tensor& out) {
  return start_shape(ctx, Scalar(int64_t{0}), end, Scalar(int64_t{1}), out);
}
Error end_out(Context& ctx, Scalar end, Tensor& out) {
  return start_out(ctx, Scalar(int64_t{0}), end, Scalar(int64_t{1}), out);
}

constexpr OpDef kDefs[] = {
    def<end_out>("aten::arange.out(Scalar end, *, Tensor(a!) out) -> Tensor(a!)", shape::typed<end_shape>,
                 dtypes::kNumbers, kNone),
    def<start_out>("aten::arange.start_out(Scalar start, Scalar end, Scalar step=1, *, Tensor(a!) out) -> Tensor(a!)",
                   shape::typed<start_shape>, dtypes::kNumbers, kNone),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(arange) = {gleed::ops::kDefs};
