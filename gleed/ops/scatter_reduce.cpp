// scatter_reduce.cpp -- scatter_reduce: a copy in which out[index[i][j]][j] is the sum, product, mean, maximum or
// minimum of all src[i][j] that go there and, unless left out, of what was there.
#include <cstring>

#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/gather_scatter.h"
#include "gleed/ops/family/stored.h"

namespace gleed::ops {
namespace {

struct Reduction {
  const char* name;
  Combine combine;
};
constexpr Reduction kReductions[] = {
    {"sum", Combine::Add},  {"prod", Combine::Multiply}, {"mean", Combine::Add},
    {"amax", Combine::Max}, {"amin", Combine::Min},
};

const Reduction* find(const char* name) {
  for (const Reduction& r : kReductions) {
    if (name && std::strcmp(name, r.name) == 0) return &r;
  }
  return nullptr;
}

// A mean counts, in 32 bits, the elements of each output.
bool counts(const char* reduce) { return reduce && std::strcmp(reduce, "mean") == 0; }
size_t scratch_bytes(Args args) {
  return counts(args.values[4]->string) ? static_cast<size_t>(args.tensor(0).numel()) * sizeof(uint32_t) : 0;
}

Error scatter_reduce_shape(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor& src,
                           const char* reduce, bool, Tensor& out) {
  if (!find(reduce))
    return ctx.fail(Error::BadArgument, {"reduce is \"", reduce, "\"; it is none of sum, prod, mean, amax, amin"});
  if (counts(reduce) && x.dtype == DType::Bool) {
    return ctx.fail(Error::BadArgument, {"the mean of bools is not defined; cast them"});
  }
  return scatter_shape(ctx, x, dim, index, &src, out);
}

// The element that changes nothing, as bytes of `dtype`.
void neutral(Combine combine, DType dtype, void* element) {
  dispatch_stored(dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    using C = Compute<T>;
    using Limits = std::numeric_limits<C>;
    C value = combine == Combine::Multiply ? C(1) : C(0);
    if (combine == Combine::Max) value = Limits::has_infinity ? -Limits::infinity() : Limits::min();
    if (combine == Combine::Min) value = Limits::has_infinity ? Limits::infinity() : Limits::max();
    *static_cast<T*>(element) = T(value);
  });
  if (dtype == DType::Bool) *static_cast<uint8_t*>(element) = combine == Combine::Multiply || combine == Combine::Min;
}

// out /= counts; integers are rounded down.
void divide(Span<const uint32_t> count, Tensor& out) {
  dispatch_stored(out.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    using C = Compute<T>;
    for (size_t i = 0; i < count.size; ++i) {
      if (count[i] <= 1) continue;
      T& element = out.ptr<T>()[i];
      if constexpr (std::is_integral_v<T>) {
        const auto value = static_cast<int64_t>(element), n = static_cast<int64_t>(count[i]);
        element = static_cast<T>(value / n - (value % n < 0));
      } else {
        element = T(static_cast<C>(element) / static_cast<C>(count[i]));
      }
    }
  });
}

Error scatter_reduce_out(Context& ctx, const Tensor& x, int64_t dim, const Tensor& index, const Tensor& src,
                         const char* reduce, bool include_self, Tensor& out) {
  const Combine combine = find(reduce)->combine;
  copy_all(x, out);
  if (!include_self) {
    alignas(8) uint8_t element[8];
    neutral(combine, out.dtype, element);
    GLEED_TRY(scatter(ctx, Combine::Set, dim, index, nullptr, element, out));
  }
  GLEED_TRY(scatter(ctx, combine, dim, index, &src, nullptr, out));
  if (!counts(reduce)) return Error::Ok;

  GLEED_TRY(check_dtype(ctx, DType::Int32));
  const auto numel = static_cast<size_t>(out.numel());
  if (ctx.scratch().size / sizeof(uint32_t) < numel) {
    return ctx.fail(Error::OutOfMemory,
                    {"the scratch memory planned for scatter_reduce is too small for ", numel, " counts"});
  }
  // The counts lie as the output's elements do.
  Tensor count = out;
  count.dtype = DType::Int32;
  count.data = ctx.scratch().data;
  const int32_t one = 1;
  const int32_t start = include_self;
  for (size_t i = 0; i < numel; ++i) count.ptr<int32_t>()[i] = start;
  GLEED_TRY(scatter(ctx, Combine::Add, dim, index, nullptr, &one, count));
  divide({count.ptr<const uint32_t>(), numel}, out);
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<scatter_reduce_out>(
        "aten::scatter_reduce.two_out(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, "
        "bool include_self=True, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<scatter_reduce_shape>, dtypes::kAll, kNone, scratch_bytes),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(scatter_reduce) = {gleed::ops::kDefs};
