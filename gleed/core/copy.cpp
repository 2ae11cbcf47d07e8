// copy.cpp -- copying a tensor's elements between layouts.
#include "gleed/core/copy.h"

#include <cstring>

namespace gleed {

namespace {

// True when the elements fill bytes() bytes without gaps.
bool is_dense(const Tensor& t) {
  int64_t span = 1;
  for (int d = 0; d < t.rank; ++d) span += (t.sizes[d] - 1) * t.strides[d];
  return span == t.numel();
}

template <class Element>
void copy_strided(const Tensor& from, Tensor& to, const int* order) {
  int64_t index[kMaxRank] = {};
  const int rank = to.rank, inner = rank ? order[rank - 1] : 0;
  const int64_t n = rank ? to.sizes[inner] : 1;
  const int64_t from_step = rank ? from.strides[inner] : 0, to_step = rank ? to.strides[inner] : 0;
  const Element* source = from.ptr<const Element>();
  Element* target = to.ptr<Element>();
  for (;;) {
    for (int64_t i = 0; i < n; ++i) target[i * to_step] = source[i * from_step];
    int k = rank - 2;
    for (; k >= 0; --k) {  // the next row, like an odometer
      const int d = order[k];
      source += from.strides[d], target += to.strides[d];
      if (++index[d] < to.sizes[d]) break;
      source -= from.strides[d] * to.sizes[d], target -= to.strides[d] * to.sizes[d];
      index[d] = 0;
    }
    if (k < 0) return;
  }
}

}  // namespace

void copy_elements(const Tensor& from, Tensor& to) {
  const int64_t numel = to.numel();
  if (numel == 0) return;
  if (same_layout(from, to) && is_dense(to)) {
    std::memcpy(to.data, from.data, to.bytes());
    return;
  }
  int order[kMaxRank];  // the target's dimensions, outermost first, so that it is written in order
  for (int d = 0; d < to.rank; ++d) order[d] = to.dim_order ? to.dim_order[d] : d;
  switch (dtype_bytes(to.dtype)) {
    case 1:
      return copy_strided<uint8_t>(from, to, order);
    case 2:
      return copy_strided<uint16_t>(from, to, order);
    case 4:
      return copy_strided<uint32_t>(from, to, order);
    default:
      return copy_strided<uint64_t>(from, to, order);
  }
}

}  // namespace gleed
