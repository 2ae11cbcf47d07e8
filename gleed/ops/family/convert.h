// convert.h -- runs of elements cast from one dtype to another, as PyTorch casts them.
#pragma once
#include <cstdint>

#include "gleed/base/dtype.h"

namespace gleed::ops {

// Elements that fit the stack buffers of blockwise conversion.
constexpr int64_t kBlock = 64;

// dst[i * dst_step] = cast(src[i * src_step]) for i < n, any n; a step may be 0. Both dtypes are of this build. src and
// dst may be the same memory only if the elements have equal sizes and the steps are equal.
void convert(DType from, const void* src, int64_t src_step, DType to, void* dst, int64_t dst_step, int64_t n);

}  // namespace gleed::ops
