// grid_sampler_2d.cpp -- grid_sampler_2d: an image read at the places that a grid names, between pixels.
#include <cmath>

#include "gleed/ops/family/elements.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {
namespace {

enum Interpolation { kBilinear = 0, kNearest = 1, kBicubic = 2 };
enum Padding { kZeros = 0, kBorder = 1, kReflection = 2 };

Error grid_shape(Context& ctx, const Tensor& x, const Tensor& grid, int64_t interpolation, int64_t padding, bool,
                 Tensor& out) {
  GLEED_TRY(expect_rank(ctx, "input", x, 4, 4));
  GLEED_TRY(expect_rank(ctx, "grid", grid, 4, 4));
  GLEED_TRY(expect_dtype(ctx, "grid", grid, x.dtype));
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_range(ctx, "interpolation_mode", interpolation, kBilinear, kBicubic));
  GLEED_TRY(expect_range(ctx, "padding_mode", padding, kZeros, kReflection));
  const int64_t expected[] = {x.size(0), grid.size(1), grid.size(2), 2};
  GLEED_TRY(expect_sizes(ctx, "grid", grid, expected));
  GLEED_TRY(expect_range(ctx, "the input's height", x.size(2), 1, INT32_MAX));
  GLEED_TRY(expect_range(ctx, "the input's width", x.size(3), 1, INT32_MAX));
  const int64_t sizes[] = {x.size(0), x.size(1), grid.size(1), grid.size(2)};
  return resize(ctx, out, sizes);
}

// Reflects `at` at low / 2 and high / 2 until it lies between them.
template <class C>
C reflect(C at, int64_t low, int64_t high) {
  if (low == high) return 0;
  const C least = static_cast<C>(low) / 2, span = static_cast<C>(high - low) / 2;
  at = std::abs(at - least);
  const C extra = std::fmod(at, span), flips = std::floor(at / span);
  return std::fmod(flips, C(2)) == 0 ? extra + least : span - extra + least;
}

// A coordinate as the padding mode moves it; nan becomes a place outside.
template <class C>
C padded(C at, int64_t size, int64_t padding, bool align) {
  const C last = static_cast<C>(size - 1);
  if (padding == kReflection) at = align ? reflect(at, 0, 2 * (size - 1)) : reflect(at, -1, 2 * size - 1);
  if (padding != kZeros) at = at > C(0) ? (at < last ? at : last) : C(0);  // nan to 0
  return at;
}

// To pixels from [-1, 1].
template <class C>
C pixels(C at, int64_t size, bool align) {
  return align ? (at + C(1)) / C(2) * static_cast<C>(size - 1) : ((at + C(1)) * static_cast<C>(size) - C(1)) / C(2);
}

// An integer coordinate for a real one without fraction; -1 for all that lie outside.
template <class C>
int64_t whole(C at, int64_t size) {
  return at >= C(0) && at < static_cast<C>(size) ? static_cast<int64_t>(at) : -1;
}

// The weights of four neighbours, the second of which lies `t` before the place (A = -0.75).
template <class C>
void cubic(C t, C weights[4]) {
  const C a = C(-0.75);
  const auto near = [a](C d) { return ((a + C(2)) * d - (a + C(3))) * d * d + C(1); };
  const auto far = [a](C d) { return ((a * d - C(5) * a) * d + C(8) * a) * d - C(4) * a; };
  weights[0] = far(t + C(1)), weights[1] = near(t), weights[2] = near(C(1) - t), weights[3] = far(C(2) - t);
}

// Up to 4 x 4 pixels and their weights: what one place of the grid reads, the same for all channels.
template <class C>
struct Taps {
  int count = 1;          // per axis
  int64_t at[2][4] = {};  // (y, x): pixel or -1
  C weights[2][4] = {};
};

template <class C>
Taps<C> taps(const C place[2], const int64_t size[2], int64_t interpolation, int64_t padding, bool align) {
  Taps<C> t;
  for (int d = 0; d < 2; ++d) {
    C at = pixels(place[d], size[d], align);
    if (interpolation == kBicubic) {
      const C floor = std::floor(at);
      t.count = 4;
      cubic(at - floor, t.weights[d]);
      for (int i = 0; i < 4; ++i) t.at[d][i] = whole(padded(floor + C(i - 1), size[d], padding, align), size[d]);
      continue;
    }
    at = padded(at, size[d], padding, align);
    if (interpolation == kNearest) {
      t.at[d][0] = whole(std::nearbyint(at), size[d]);
      t.weights[d][0] = 1;
    } else {
      const C floor = std::floor(at);
      t.count = 2;
      for (int i = 0; i < 2; ++i) t.at[d][i] = whole(floor + C(i), size[d]);
      t.weights[d][1] = at - floor;
      t.weights[d][0] = C(1) - t.weights[d][1];
    }
  }
  return t;
}

Error grid_out(Context&, const Tensor& x, const Tensor& grid, int64_t interpolation, int64_t padding, bool align,
               Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  return dispatch_real(x.dtype, [&](auto type) {
    using C = typename decltype(type)::type;
    const int64_t size[2] = {x.size(2), x.size(3)};
    for (int64_t n = 0; n < out.size(0); ++n) {
      for (int64_t h = 0; h < out.size(2); ++h) {
        for (int64_t w = 0; w < out.size(3); ++w) {
          C place[2];  // (x, y) in memory
          const int64_t from = n * grid.strides[0] + h * grid.strides[1] + w * grid.strides[2];
          load_run(place, element(grid, from), grid.dtype, grid.strides[3], 2);
          std::swap(place[0], place[1]);
          const Taps<C> t = taps(place, size, interpolation, padding, align);
          for (int64_t c = 0; c < x.size(1); ++c) {
            C sum = 0;
            for (int i = 0; i < t.count; ++i) {
              C row = 0;
              for (int j = 0; j < t.count; ++j) {
                if (t.at[0][i] < 0 || t.at[1][j] < 0) {
                  row += t.weights[1][j] * C(0);
                  continue;
                }
                const int64_t at =
                    n * x.strides[0] + c * x.strides[1] + t.at[0][i] * x.strides[2] + t.at[1][j] * x.strides[3];
                row += t.weights[1][j] * load_one<C>(element(x, at), x.dtype);
              }
              sum += t.weights[0][i] * row;
            }
            const int64_t to = n * out.strides[0] + c * out.strides[1] + h * out.strides[2] + w * out.strides[3];
            store_one(element(out, to), out.dtype, sum);
          }
        }
      }
    }
    return Error::Ok;
  });
}

constexpr OpDef kDefs[] = {
    def<grid_out>("aten::grid_sampler_2d.out(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool "
                  "align_corners, *, Tensor(a!) out) -> Tensor(a!)",
                  shape::typed<grid_shape>, dtypes::kFloats),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(grid_sampler_2d) = {gleed::ops::kDefs};
