// half.h -- Half (IEEE 754 binary16) and BFloat16 as storage types; arithmetic is done in float.
#pragma once
#include <cstdint>
#include <cstring>

namespace gleed {

namespace half_detail {
inline uint32_t bits_of(float f) {
  uint32_t u;
  std::memcpy(&u, &f, 4);
  return u;
}
inline float float_of(uint32_t u) {
  float f;
  std::memcpy(&f, &u, 4);
  return f;
}
}  // namespace half_detail

struct Half {
  uint16_t bits;

  Half() = default;
  // Rounds to nearest, ties to even; too large becomes infinity.
  explicit Half(float f) {
    using namespace half_detail;
    const uint32_t u = bits_of(f), sign = u >> 16 & 0x8000u, magnitude = u & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
      bits = static_cast<uint16_t>(sign | 0x7e00u);  // nan
    } else if (magnitude >= 0x477ff000u) {
      bits = static_cast<uint16_t>(sign | 0x7c00u);  // 65520 and above round to infinity
    } else if (magnitude >= 0x38800000u) {           // normal: rebias, round the 13 bits that fall away
      const uint32_t odd = magnitude >> 13 & 1;
      bits = static_cast<uint16_t>(sign | ((magnitude - 0x38000000u + 0xfffu + odd) >> 13));
    } else {  // subnormal: adding 0.5 lets the float unit round to a multiple of 2^-24
      bits = static_cast<uint16_t>(sign | (bits_of(float_of(magnitude) + 0.5f) - bits_of(0.5f)));
    }
  }
  explicit operator float() const {
    using namespace half_detail;
    const uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16, magnitude = bits & 0x7fffu;
    if (magnitude >= 0x7c00u) return float_of(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
    if (magnitude >= 0x0400u) return float_of(sign | ((magnitude << 13) + 0x38000000u));
    const float f = static_cast<float>(magnitude) * 0x1p-24f;
    return sign ? -f : f;
  }
};

struct BFloat16 {
  uint16_t bits;

  BFloat16() = default;
  // Rounds to nearest, ties to even.
  explicit BFloat16(float f) {
    const uint32_t u = half_detail::bits_of(f);
    bits = static_cast<uint16_t>((u & 0x7fffffffu) > 0x7f800000u ? 0x7fc0u : (u + 0x7fffu + (u >> 16 & 1)) >> 16);
  }
  explicit operator float() const { return half_detail::float_of(static_cast<uint32_t>(bits) << 16); }
};

}  // namespace gleed
