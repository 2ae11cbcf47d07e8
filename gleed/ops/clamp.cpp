// clamp.cpp -- clamp: self held between min and max, numbers or tensors; nan anywhere gives nan.
#include "gleed/ops/family/clamp.h"

namespace gleed::ops {
namespace {

Error clamp_out(Context&, const Tensor& x, std::optional<Scalar> min, std::optional<Scalar> max, Tensor& out) {
  DType common = x.dtype;
  if (min && max) {
    common = common_dtype({x, *min, *max});
  } else if (min || max) {
    common = common_dtype({x, min ? *min : *max});
  }
  clamp(x, common, min, max, out);
  return Error::Ok;
}

struct Clamp {
  template <class T>
  T operator()(T x, T min, T max) const {
    if (x != x || min != min) return x != x ? x : min;
    const T raised = x < min ? min : x;
    return raised > max || max != max ? max : raised;
  }
};

Error clamp_tensor_out(Context&, const Tensor& x, const Tensor* min, const Tensor* max, Tensor& out) {
  DType common = x.dtype;
  if (min && max) {
    common = common_dtype({x, *min, *max});
  } else if (min || max) {
    common = common_dtype({x, min ? *min : *max});
  }
  compute(common, [&](auto type) {
    using T = typename decltype(type)::type;
    constexpr bool kReal = std::is_floating_point_v<T>;
    Operand low = kReal ? Scalar(-HUGE_VAL) : Scalar(INT64_MIN), high = kReal ? Scalar(HUGE_VAL) : Scalar(INT64_MAX);
    low.exact = high.exact = true;  // an absent bound is not cut to a narrow dtype
    if (min) low = *min;
    if (max) high = *max;
    ternary<T>(x, low, high, out, common, Clamp());
  });
  return Error::Ok;
}

// At least one bound is given.
Error clamp_shape(Context& ctx, Args args) {
  if (args.values[1]->tag == Value::Tag::None && args.values[2]->tag == Value::Tag::None) {
    return ctx.fail(Error::BadArgument, {"min and max are both None; give at least one"});
  }
  return check_elementwise(ctx, args, 3, Gives::Common, dtypes::kAll);
}

constexpr OpDef kDefs[] = {
    def<clamp_out>("aten::clamp.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!)",
                   clamp_shape, dtypes::kAll, kInPlace),
    def<clamp_tensor_out>(
        "aten::clamp.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!)",
        clamp_shape, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(clamp) = {gleed::ops::kDefs};
