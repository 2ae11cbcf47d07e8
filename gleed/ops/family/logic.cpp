// logic.cpp -- any and all over some dimensions.
#include "gleed/ops/family/logic.h"

namespace gleed::ops {

namespace {

// Whether any element equals zero (`zeros`), or any does not.
template <class T>
struct Seen {
  using In = T;
  using Acc = bool;
  static constexpr int kPasses = 1;
  bool zeros;

  bool start() const { return false; }
  bool any(const T* x, int64_t n) const {
    uint32_t seen = 0;
    if (zeros) {
      for (int64_t i = 0; i < n; ++i) seen |= x[i] == 0;
    } else {
      for (int64_t i = 0; i < n; ++i) seen |= x[i] != 0;
    }
    return seen != 0;
  }
  void along(int, bool& a, const T* x, int64_t n) const {
    constexpr int64_t kBlock = 256;
    for (; n > 0 && !a; n -= kBlock, x += kBlock) a = any(x, n < kBlock ? n : kBlock);
  }
  void across(int, bool* a, const T* x, int64_t n) const {
    for (int64_t i = 0; i < n; ++i) a[i] |= (x[i] == 0) == zeros;
  }
  void finish(int, bool&, int64_t) const {}
};

template <class T>
void run(Logic which, const Tensor& x, uint32_t dims, Tensor& out) {
  const Seen<T> seen{which == Logic::All};
  reduce(seen, make_fold(x, dims, out), Reader<T>(x, x.dtype), [&](const bool* acc, int64_t n, const Place& place) {
    uint8_t* to = out.ptr<uint8_t>() + place.offset[0];
    for (int64_t i = 0; i < n; ++i) to[i * place.step[0]] = acc[i] != seen.zeros;
  });
}

}  // namespace

void logic_over(Logic which, const Tensor& x, uint32_t dims, Tensor& out) {
  if (dtype_bytes(x.dtype) == 1) return run<uint8_t>(which, x, dims, out);
  compute(x.dtype, [&](auto type) { run<typename decltype(type)::type>(which, x, dims, out); });
}

}  // namespace gleed::ops
