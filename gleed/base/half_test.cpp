// half_test.cpp -- conversion of the half types, against a search among all of their values.
#include "gleed/base/half.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace gleed {
namespace {

template <class T>
T from_bits(uint32_t bits) {
  T h;
  h.bits = static_cast<uint16_t>(bits);
  return h;
}

template <class T>
float value(uint32_t bits) {
  return static_cast<float>(from_bits<T>(bits));
}

// The bits of the value of T that is nearest to the positive number f; of two equally near ones the even one. `most` is
// the largest finite value's bits; what lies at or beyond half a step over it becomes infinity (most + 1).
template <class T>
uint32_t nearest(double f, uint32_t most) {
  const double step = double{value<T>(most)} - double{value<T>(most - 1)};
  if (f >= double{value<T>(most)} + step / 2) return most + 1;
  uint32_t low = 0, high = most;  // positive values are in the order of their bits
  while (low < high) {
    const uint32_t mid = (low + high + 1) / 2;
    (double{value<T>(mid)} <= f ? low : high) = double{value<T>(mid)} <= f ? mid : mid - 1;
  }
  if (low == most) return low;
  const double below = f - double{value<T>(low)}, above = double{value<T>(low + 1)} - f;
  return below < above || (below == above && low % 2 == 0) ? low : low + 1;
}

template <class T>
void check_all(uint32_t most) {
  const uint32_t infinity = most + 1;
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float f = value<T>(bits);
    if ((bits & 0x7fff) > infinity) {
      if (!std::isnan(f) || !std::isnan(static_cast<float>(T(f)))) FAIL("nan " << bits);
    } else if (T(f).bits != bits || std::signbit(f) != (bits >> 15 != 0)) {
      FAIL("value " << bits << " comes back as " << T(f).bits);
    }
  }
  // Each midpoint between two values, and the floats beside it.
  for (uint32_t bits = 0; bits < infinity; ++bits) {
    const double next = bits == most ? 2.0 * value<T>(most) - value<T>(most - 1) : double{value<T>(bits + 1)};
    const float middle = static_cast<float>((double{value<T>(bits)} + next) / 2);
    for (const float f : {std::nextafter(middle, 0.f), middle, std::nextafter(middle, INFINITY)}) {
      const uint32_t expected = nearest<T>(double{f}, most);
      if (T(f).bits != expected) FAIL(f << " becomes " << T(f).bits << ", not " << expected);
      if (T(-f).bits != (expected | 0x8000)) FAIL(-f << " becomes " << T(-f).bits);
    }
  }
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i) {
    const uint32_t bits = random() & 0x7fffffff;
    if (bits > 0x7f800000) continue;
    const float f = half_detail::float_of(bits);
    if (T(f).bits != nearest<T>(double{f}, most)) FAIL(f << " becomes " << T(f).bits);
  }
}

TEST_CASE("binary16") {
  CHECK(value<Half>(0x3c00) == 1.f);
  CHECK(value<Half>(0x7bff) == 65504.f);
  CHECK(value<Half>(0x0001) == 0x1p-24f);
  CHECK(value<Half>(0xfc00) == -INFINITY);
  CHECK(Half(65520.f).bits == 0x7c00);  // rounds up out of the range
  CHECK(Half(std::nextafter(65520.f, 0.f)).bits == 0x7bff);
  CHECK(Half(0x1p-25f).bits == 0);  // a tie between 0 and the smallest
  CHECK(Half(-0.f).bits == 0x8000);
  check_all<Half>(0x7bff);
}

TEST_CASE("bfloat16") {
  CHECK(value<BFloat16>(0x3f80) == 1.f);
  CHECK(BFloat16(3.3895314e38f).bits == 0x7f7f);
  CHECK(BFloat16(3.4028235e38f).bits == 0x7f80);
  CHECK(BFloat16(INFINITY).bits == 0x7f80);
  CHECK(BFloat16(-0.f).bits == 0x8000);
  check_all<BFloat16>(0x7f7f);
}

}  // namespace
}  // namespace gleed
