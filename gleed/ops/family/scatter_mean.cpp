// scatter_mean.cpp -- neutral elements, and means from sums.
#include "gleed/ops/family/scatter_mean.h"

#include <cstring>

#include "gleed/ops/family/arithmetic.h"
#include "gleed/ops/family/convert.h"
#include "gleed/ops/family/scratch.h"
#include "gleed/ops/family/stored.h"

namespace gleed::ops {

const Reduction* find_reduction(Span<const Reduction> known, const char* name) {
  for (const Reduction& r : known) {
    if (name && std::strcmp(name, r.name) == 0) return &r;
  }
  return nullptr;
}

Error set_neutral(Context& ctx, Combine combine, int64_t dim, const Tensor& index, Tensor& out) {
  alignas(8) uint8_t element[8];
  dispatch_stored(out.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    using C = Compute<T>;
    using Limits = std::numeric_limits<C>;
    C value = combine == Combine::Multiply ? C(1) : C(0);
    if (combine == Combine::Max) value = Limits::has_infinity ? -Limits::infinity() : Limits::min();
    if (combine == Combine::Min) value = Limits::has_infinity ? Limits::infinity() : Limits::max();
    const T stored = T(value);
    std::memcpy(element, &stored, sizeof(T));
  });
  if (out.dtype == DType::Bool) *element = combine == Combine::Multiply || combine == Combine::Min;
  return scatter(ctx, Combine::Set, dim, index, nullptr, element, out);
}

namespace {

template <class T>
void divide(Tensor& out, const Tensor& counts) {
  const int64_t numel = out.numel();
  for (int64_t i = 0; i < numel; ++i) {
    T& element = out.ptr<T>()[i];
    if constexpr (std::is_integral_v<T>) {
      const T count = counts.ptr<const T>()[i];
      if (count != 0) element = static_cast<T>(divide_floor(int64_t{element}, int64_t{count}));
    } else {
      T count;
      convert(counts.dtype, at(counts, i), 1, out.dtype, &count, 1, 1);
      const auto divisor = static_cast<Compute<T>>(count);
      if (divisor != 0) element = T(static_cast<Compute<T>>(element) / divisor);
    }
  }
}

}  // namespace

Error divide_by_counts(Context& ctx, int64_t dim, const Tensor& index, bool include_self, bool widened, Tensor& out) {
  Tensor counts = out;  // lies as `out` does
  if (widened && dtypes::has(dtypes::kHalves, out.dtype)) counts.dtype = DType::Float32;
  const int64_t numel = out.numel();
  uint8_t* memory = nullptr;
  GLEED_TRY(take_scratch(ctx, numel * static_cast<int64_t>(dtype_bytes(counts.dtype)), &memory));
  counts.data = memory;
  alignas(8) uint8_t one[8];
  const int64_t number = 1, start = include_self;
  convert(DType::Int64, &number, 1, counts.dtype, one, 1, 1);
  convert(DType::Int64, &start, 0, counts.dtype, memory, 1, numel);
  GLEED_TRY(scatter(ctx, Combine::Add, dim, index, nullptr, one, counts));
  dispatch_stored(out.dtype, [&](auto type) { divide<typename decltype(type)::type>(out, counts); });
  return Error::Ok;
}

}  // namespace gleed::ops
