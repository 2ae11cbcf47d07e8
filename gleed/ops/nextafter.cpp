// nextafter.cpp -- nextafter: the neighbour of self, among the numbers of its dtype, in the direction of other.
#include "gleed/ops/family/elementwise.h"

namespace gleed::ops {
namespace {

// H: Half or BFloat16, whose bits without the sign count up with the absolute value.
template <class H>
struct NextHalf {
  float operator()(float x, float y) const {
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    H next(x);
    if (x == 0) {
      next.bits = static_cast<uint16_t>(y < 0 ? 0x8001 : 0x0001);
    } else {
      next.bits = static_cast<uint16_t>(next.bits + ((x < y) == (x > 0) ? 1 : -1));
    }
    return static_cast<float>(next);
  }
};

Error nextafter_out(Context&, const Tensor& x, const Tensor& y, Tensor& out) {
  const DType common = common_dtype({x, y});
  if (common == DType::Float16) {
    binary<float>(x, y, out, common, NextHalf<Half>());
  } else if (common == DType::BFloat16) {
    binary<float>(x, y, out, common, NextHalf<BFloat16>());
  } else {
    compute<true>(common, [&](auto type) {
      using T = typename decltype(type)::type;
      binary<T>(x, y, out, common, [](T a, T b) { return std::nextafter(a, b); });
    });
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<nextafter_out>("aten::nextafter.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
                       elementwise<2, Gives::Common, dtypes::kFloats>, dtypes::kAll, kInPlace),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(nextafter) = {gleed::ops::kDefs};
