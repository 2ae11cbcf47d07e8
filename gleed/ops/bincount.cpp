// bincount.cpp -- bincount: how often each number from 0 to the greatest is among the elements, or the sum of the
// weights of those that are it.
#include "gleed/ops/family/convert.h"
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/indexing.h"

namespace gleed::ops {
namespace {

int64_t read_int(const Tensor& x, int64_t i) {
  int64_t value = 0;
  convert(x.dtype, at(x, i * x.strides[0]), 1, DType::Int64, &value, 1, 1);
  return value;
}

Error bincount_shape(Context& ctx, const Tensor& x, const Tensor* weights, int64_t minlength, Tensor& out) {
  GLEED_TRY(check_dtype(ctx, x.dtype));
  GLEED_TRY(expect_rank(ctx, "self", x, 1, 1));
  GLEED_TRY(expect_range(ctx, "minlength", minlength, 0, INT32_MAX));
  GLEED_TRY(expect_rank(ctx, "out", out, 1, 1));  // the kernel resizes: how many, only the elements tell
  if (!weights) return expect_dtype(ctx, "out", out, DType::Int64);
  const int64_t size = x.size(0);
  GLEED_TRY(check_dtype(ctx, weights->dtype));
  GLEED_TRY(expect_sizes(ctx, "weights", *weights, {&size, 1}));
  return expect_dtype(ctx, "out", out, weights->dtype == DType::Float32 ? DType::Float32 : DType::Float64);
}

// T: what is counted in, which is what `out` holds.
template <class T>
Error count(Context& ctx, const Tensor& x, const Tensor* weights, Tensor& out) {
  const int64_t bins = out.size(0);
  T* p = out.ptr<T>();
  for (int64_t i = 0; i < bins; ++i) p[i] = T(0);
  for (int64_t i = 0; i < x.size(0); ++i) {
    const int64_t bin = read_int(x, i);
    if (bin < 0 || bin >= bins) return changed(ctx, "self");
    T weight = T(1);
    if (weights) convert(weights->dtype, at(*weights, i * weights->strides[0]), 1, dtype_of<T>, &weight, 1, 1);
    p[bin] += weight;
  }
  return Error::Ok;
}

Error bincount_out(Context& ctx, const Tensor& x, const Tensor* weights, int64_t minlength, Tensor& out) {
  int64_t bins = minlength;
  for (int64_t i = 0; i < x.size(0); ++i) {
    const int64_t value = read_int(x, i);
    if (value < 0 || value >= INT32_MAX) {
      return ctx.fail(Error::BadArgument,
                      {"element ", i, " is ", value, "; only numbers from 0 to 2^31 - 2 are counted"});
    }
    bins = value >= bins ? value + 1 : bins;
  }
  GLEED_TRY(resize(ctx, out, {&bins, 1}));
  if (!weights) return count<int64_t>(ctx, x, nullptr, out);
  return out.dtype == DType::Float32 ? count<float>(ctx, x, weights, out) : count<double>(ctx, x, weights, out);
}

constexpr OpDef kDefs[] = {
    def<bincount_out>(
        "aten::bincount.out(Tensor self, Tensor? weights=None, SymInt minlength=0, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<bincount_shape>, dtypes::kInts),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(bincount) = {gleed::ops::kDefs};
