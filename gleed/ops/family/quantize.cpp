// quantize.cpp -- the loops of quantization, over runs that share a scale or walk along the scales.
#include "gleed/ops/family/quantize.h"

#include <cmath>

#include "gleed/ops/family/expect.h"

namespace gleed::ops {
namespace {

// Walks x, out, scales, zero points.
Walk walk_of(const Tensor& x, const Affine& affine, const Tensor& out) {
  int64_t scale[kMaxRank] = {}, zero[kMaxRank] = {};
  const auto step = [](const Tensor* t, int d) { return t && t->rank > d ? t->strides[d] : 0; };
  if (affine.per == Affine::Per::Axis) {
    const int64_t axis = affine.axis < 0 ? affine.axis + x.rank : affine.axis;
    scale[axis] = step(affine.scales, 0), zero[axis] = step(affine.zeros, 0);
  } else if (affine.per == Affine::Per::Row) {
    // The parameters are contiguous, one per row, whatever their shape.
    int64_t rows = 1;
    for (int d = x.rank - 2; d >= 0; --d) scale[d] = zero[d] = rows, rows *= x.size(d);
  }
  Walk walk;
  for (int d = 0; d < x.rank; ++d) walk.add(x.size(d), x.strides[d], out.strides[d], scale[d], zero[d]);
  walk.order();
  return walk;
}

template <class C>
void quantize_in(const Tensor& x, const Affine& affine, int64_t low, int64_t high, bool round_last, Tensor& out) {
  const Walk walk = walk_of(x, affine, out);
  const C least = static_cast<C>(low), most = static_cast<C>(high);
  C line[Walk::kRun], inverse[Walk::kRun];
  double scales[Walk::kRun];
  uint64_t zeros[Walk::kRun] = {};
  walk.each_run([&](const int64_t* at, int64_t n) {
    load_run(line, element(x, at[0]), x.dtype, walk.stride(0), n);
    const bool one = walk.stride(2) == 0 && walk.stride(3) == 0;
    const int64_t m = one ? 1 : n;
    load_run(scales, element(*affine.scales, at[2]), affine.scales->dtype, walk.stride(2), m);
    if (affine.zeros) load_run(zeros, element(*affine.zeros, at[3]), affine.zeros->dtype, walk.stride(3), m);
    for (int64_t i = 0; i < m; ++i) inverse[i] = static_cast<C>(1.0 / scales[i]);
    for (int64_t i = 0; i < n; ++i) {
      const C scaled = line[i] * inverse[one ? 0 : i];
      const C zero = static_cast<C>(static_cast<int64_t>(zeros[one ? 0 : i]));
      const C q = round_last ? std::nearbyint(scaled + zero) : std::nearbyint(scaled) + zero;
      line[i] = q < least ? least : q > most ? most : q;
    }
    store_run(element(out, at[1]), out.dtype, walk.stride(1), line, n);
  });
}

template <class C>
void dequantize_in(const Tensor& x, const Affine& affine, Tensor& out) {
  const Walk walk = walk_of(x, affine, out);
  C line[Walk::kRun], scales[Walk::kRun];
  uint64_t values[Walk::kRun], zeros[Walk::kRun] = {};
  walk.each_run([&](const int64_t* at, int64_t n) {
    load_run(values, element(x, at[0]), x.dtype, walk.stride(0), n);
    const bool one = walk.stride(2) == 0 && walk.stride(3) == 0;
    const int64_t m = one ? 1 : n;
    load_run(scales, element(*affine.scales, at[2]), affine.scales->dtype, walk.stride(2), m);
    if (affine.zeros) load_run(zeros, element(*affine.zeros, at[3]), affine.zeros->dtype, walk.stride(3), m);
    for (int64_t i = 0; i < n; ++i) {
      const int64_t difference = static_cast<int64_t>(values[i] - zeros[one ? 0 : i]);
      line[i] = static_cast<C>(difference) * scales[one ? 0 : i];
    }
    store_run(element(out, at[1]), out.dtype, walk.stride(1), line, n);
  });
}

Error expect_count(Context& ctx, const char* name, const Tensor& t, int64_t expected) {
  if (t.numel() == expected) return Error::Ok;
  return ctx.fail(Error::BadArgument, {name, " has ", t.numel(), " elements, expected ", expected});
}

}  // namespace

Error affine_shape(Context& ctx, const Tensor& x, const Affine& affine, const Tensor& quantized, const Tensor& real,
                   Tensor& out) {
  GLEED_TRY(expect_dtypes(ctx, &quantized == &x ? "input" : "out", quantized, kQuantized));
  GLEED_TRY(expect_dtypes(ctx, &real == &x ? "input" : "out", real, dtypes::kFloats));
  GLEED_TRY(expect_dtypes(ctx, "scales", *affine.scales, dtypes::kFloats));
  if (affine.zeros) GLEED_TRY(expect_dtypes(ctx, "zero_points", *affine.zeros, dtypes::kInts));
  for (const Tensor* t : {affine.scales, affine.zeros}) {
    if (!t) continue;
    const char* name = t == affine.scales ? "scales" : "zero_points";
    if (affine.per == Affine::Per::Tensor) {
      GLEED_TRY(expect_count(ctx, name, *t, 1));
    } else if (affine.per == Affine::Per::Axis) {
      GLEED_TRY(expect_range(ctx, "axis", affine.axis, -static_cast<int64_t>(x.rank), x.rank - 1));
      const int64_t sizes[] = {x.size(static_cast<int>(affine.axis < 0 ? affine.axis + x.rank : affine.axis))};
      GLEED_TRY(expect_sizes(ctx, name, *t, sizes));
    } else {
      GLEED_TRY(expect_rank(ctx, "input", x, 1, kMaxRank));
      int64_t rows = 1;
      for (int d = 0; d < x.rank - 1; ++d) rows *= x.size(d);
      GLEED_TRY(expect_count(ctx, name, *t, rows));
      if (!t->is_contiguous()) return ctx.fail(Error::Unsupported, {name, " must be contiguous"});
    }
  }
  return resize_like(ctx, out, x);
}

void quantize(const Tensor& x, const Affine& affine, int64_t low, int64_t high, bool round_last, Tensor& out) {
  // A number (not a tensor) of type float64 does not make float32 wide.
  const bool wide = affine.per != Affine::Per::Tensor && affine.scales->dtype == DType::Float64;
  if (wide || x.dtype == DType::Float64) {
    quantize_in<double>(x, affine, low, high, round_last, out);
  } else {
    quantize_in<float>(x, affine, low, high, round_last, out);
  }
}

void dequantize(const Tensor& x, const Affine& affine, Tensor& out) {
  const bool wide =
      affine.per == Affine::Per::Tensor ? out.dtype == DType::Float64 : affine.scales->dtype == DType::Float64;
  if (wide) {
    dequantize_in<double>(x, affine, out);
  } else {
    dequantize_in<float>(x, affine, out);
  }
}

}  // namespace gleed::ops
