// strided_copy.cpp -- boxes of elements: simplified once, then moved in rows or in square tiles.
#include "gleed/ops/family/strided_copy.h"

#include <cstring>

#include "gleed/base/checked.h"
#include "gleed/ops/family/convert.h"

namespace gleed::ops {

namespace {

int64_t magnitude(int64_t step) { return step < 0 ? -step : step; }

// True when dimension d is better walked outside of dimension e.
bool belongs_outside(const Box& b, int d, int e) {
  if (b.to[d] != b.to[e]) return magnitude(b.to[d]) > magnitude(b.to[e]);
  return magnitude(b.from[d]) > magnitude(b.from[e]);
}

void swap_dims(Box& b, int d, int e) {
  const auto swap = [&](int64_t* list) {
    const int64_t kept = list[d];
    list[d] = list[e];
    list[e] = kept;
  };
  swap(b.sizes), swap(b.from), swap(b.to);
}

// Calls f(from offset, to offset) for each position of the `outer` first dimensions.
template <class F>
void for_each_outer(const Box& b, int outer, F&& f) {
  int64_t index[Box::kMax] = {};
  int64_t from = 0, to = 0;
  for (;;) {
    f(from, to);
    int d = outer - 1;
    for (; d >= 0; --d) {
      from += b.from[d], to += b.to[d];
      if (++index[d] < b.sizes[d]) break;
      from -= b.from[d] * b.sizes[d], to -= b.to[d] * b.sizes[d];
      index[d] = 0;
    }
    if (d < 0) return;
  }
}

constexpr int64_t kTile = 16;

// A transposition: the source is dense along dimension 0 of these two, the target along dimension 1. Done in tiles, so
// that both are read and written by whole cache lines.
template <class E>
void move_plane(const int64_t* sizes, const int64_t* from_steps, const int64_t* to_steps, const E* from, E* to) {
  for (int64_t i0 = 0; i0 < sizes[0]; i0 += kTile) {
    const int64_t i1 = i0 + kTile < sizes[0] ? i0 + kTile : sizes[0];
    for (int64_t j0 = 0; j0 < sizes[1]; j0 += kTile) {
      const int64_t j1 = j0 + kTile < sizes[1] ? j0 + kTile : sizes[1];
      for (int64_t i = i0; i < i1; ++i) {
        for (int64_t j = j0; j < j1; ++j) {
          to[i * to_steps[0] + j * to_steps[1]] = from[i * from_steps[0] + j * from_steps[1]];
        }
      }
    }
  }
}

template <class E>
void move_typed(const Box& b, const E* from, E* to) {
  const int inner = b.rank - 1;
  const int64_t n = b.sizes[inner], from_step = b.from[inner], to_step = b.to[inner];
  if (b.rank >= 2 && b.from[inner - 1] == 1 && from_step != 1) {
    const int d = inner - 1;
    for_each_outer(b, d,
                   [&](int64_t f, int64_t t) { move_plane<E>(b.sizes + d, b.from + d, b.to + d, from + f, to + t); });
  } else if (from_step == 0 && to_step == 1) {
    for_each_outer(b, inner, [&](int64_t f, int64_t t) {
      const E value = from[f];
      for (int64_t i = 0; i < n; ++i) to[t + i] = value;
    });
  } else {
    for_each_outer(b, inner, [&](int64_t f, int64_t t) {
      for (int64_t i = 0; i < n; ++i) to[t + i * to_step] = from[f + i * from_step];
    });
  }
}

}  // namespace

void simplify(Box& b) {
  int rank = 0;
  for (int d = 0; d < b.rank; ++d) {
    if (b.sizes[d] == 0) {
      b.rank = 0;
      return b.add(0, 1, 1);
    }
    if (b.sizes[d] == 1) continue;
    b.sizes[rank] = b.sizes[d], b.from[rank] = b.from[d], b.to[rank] = b.to[d];
    ++rank;
  }
  for (int d = 1; d < rank; ++d) {
    for (int e = d; e > 0 && belongs_outside(b, e, e - 1); --e) swap_dims(b, e, e - 1);
  }
  b.rank = 0;
  for (int d = 0; d < rank; ++d) {
    const int last = b.rank - 1;
    if (last >= 0 && b.from[last] == b.from[d] * b.sizes[d] && b.to[last] == b.to[d] * b.sizes[d]) {
      b.sizes[last] *= b.sizes[d], b.from[last] = b.from[d], b.to[last] = b.to[d];
    } else {
      b.add(b.sizes[d], b.from[d], b.to[d]);
    }
  }
  if (b.rank == 0) return b.add(1, 1, 1);
  // Where the source is dense along another dimension than the target, that one comes next to the innermost.
  if (b.from[b.rank - 1] == 1) return;
  for (int d = 0; d < b.rank - 2; ++d) {
    if (b.from[d] != 1) continue;
    for (; d < b.rank - 2; ++d) swap_dims(b, d, d + 1);
  }
}

void move_box(const Box& b, const void* from, void* to, size_t bytes) {
  const int inner = b.rank - 1;
  if (b.sizes[inner] == 0) return;
  const bool dense = b.from[inner] == 1 && b.to[inner] == 1;
  if (dense && inner == 0) {
    std::memmove(to, from, static_cast<size_t>(b.sizes[0]) * bytes);
    return;
  }
  if (dense && static_cast<size_t>(b.sizes[inner]) * bytes >= 32) {
    const auto size = static_cast<int64_t>(bytes);
    for_each_outer(b, inner, [&](int64_t f, int64_t t) {
      std::memmove(static_cast<char*>(to) + t * size, static_cast<const char*>(from) + f * size,
                   static_cast<size_t>(b.sizes[inner] * size));
    });
    return;
  }
  switch (bytes) {
    case 1:
      return move_typed(b, static_cast<const uint8_t*>(from), static_cast<uint8_t*>(to));
    case 2:
      return move_typed(b, static_cast<const uint16_t*>(from), static_cast<uint16_t*>(to));
    case 4:
      return move_typed(b, static_cast<const uint32_t*>(from), static_cast<uint32_t*>(to));
    default:
      return move_typed(b, static_cast<const uint64_t*>(from), static_cast<uint64_t*>(to));
  }
}

void cast_box(Box b, const void* from, DType from_dtype, void* to, DType to_dtype) {
  if (from_dtype == to_dtype) return copy_box(b, from, to, dtype_bytes(to_dtype));
  simplify(b);
  const int inner = b.rank - 1;
  if (b.sizes[inner] == 0) return;
  const auto from_size = static_cast<int64_t>(dtype_bytes(from_dtype));
  const auto to_size = static_cast<int64_t>(dtype_bytes(to_dtype));
  for_each_outer(b, inner, [&](int64_t f, int64_t t) {
    convert(from_dtype, static_cast<const char*>(from) + f * from_size, b.from[inner], to_dtype,
            static_cast<char*>(to) + t * to_size, b.to[inner], b.sizes[inner]);
  });
}

Box whole(const Tensor& from, const Tensor& to) {
  Box box;
  for (int d = 0; d < to.rank; ++d) box.add(to.sizes[d], from.strides[d], to.strides[d]);
  return box;
}

void copy_all(const Tensor& from, Tensor& to) { copy_box(whole(from, to), from.data, to.data, dtype_bytes(to.dtype)); }

void fill_box(Box box, const void* value, void* to, size_t bytes) {
  for (int d = 0; d < box.rank; ++d) box.from[d] = 0;
  copy_box(box, value, to, bytes);
}

void fill_all(const void* value, Tensor& to) { fill_box(whole(to, to), value, to.data, dtype_bytes(to.dtype)); }

namespace {

// Walks a tensor's elements in row-major order by runs of its innermost dimension.
struct Cursor {
  Cursor(const Tensor& t, int64_t start) {
    Box box = whole(t, t);
    for (int d = 0; d < box.rank; ++d) {  // merge, but keep the order
      const int last = rank - 1;
      if (box.sizes[d] == 1) continue;
      if (last >= 0 && steps[last] == box.to[d] * box.sizes[d]) {
        sizes[last] *= box.sizes[d], steps[last] = box.to[d];
      } else {
        sizes[rank] = box.sizes[d], steps[rank++] = box.to[d];
      }
    }
    if (rank == 0) sizes[rank] = 1, steps[rank++] = 1;
    for (int d = rank - 1; d >= 0; --d) {
      index[d] = start % sizes[d], start /= sizes[d];
      offset += index[d] * steps[d];
    }
  }
  int64_t step() const { return steps[rank - 1]; }
  int64_t left() const { return sizes[rank - 1] - index[rank - 1]; }
  void advance(int64_t n) {
    int d = rank - 1;
    offset += n * steps[d];
    index[d] += n;
    while (index[d] == sizes[d] && d > 0) {
      offset -= sizes[d] * steps[d];
      index[d--] = 0;
      offset += steps[d];
      ++index[d];
    }
  }

  int rank = 0;
  int64_t sizes[kMaxRank], steps[kMaxRank], index[kMaxRank] = {};
  int64_t offset = 0;
};

}  // namespace

void copy_in_order(const Tensor& from, Tensor& to) {
  if (same_layout(from, to)) return copy_all(from, to);
  copy_in_order(from, 0, to, 0, to.numel());
}

void copy_in_order(const Tensor& from, int64_t from_start, Tensor& to, int64_t to_start, int64_t left) {
  if (left == 0) return;
  Cursor source(from, from_start), target(to, to_start);
  while (left > 0) {
    int64_t n = source.left() < target.left() ? source.left() : target.left();
    n = n < left ? n : left;
    Box run;
    run.add(n, source.step(), target.step());
    move_box(run, at(from, source.offset), at(to, target.offset), dtype_bytes(to.dtype));
    source.advance(n), target.advance(n);
    left -= n;
  }
}

Error expect_castable(Context& ctx, const char* name, const Tensor& t, const Tensor& out) {
  if (t.dtype == out.dtype) return Error::Ok;
  GLEED_TRY(expect_dtypes(ctx, name, t, dtypes::kAll));
  return expect_dtypes(ctx, "out", out, dtypes::kAll);
}

Error read_dims(Context& ctx, const IntList& dims, int rank, bool empty_is_all, uint32_t* set) {
  *set = 0;
  if (dims.size() == 0 && empty_is_all) {
    *set = (1u << rank) - 1;
    return Error::Ok;
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    int d = 0;
    GLEED_TRY(normalize_dim(ctx, dims[i], rank, &d));
    if (*set >> d & 1)
      return ctx.fail(Error::BadArgument, {"dimension ", d, " appears twice in the list of dimensions"});
    *set |= 1u << d;
  }
  if (rank == 0) *set = 0;  // the only dimension that a number has is a courtesy
  return Error::Ok;
}

Error read_slice(Context& ctx, int64_t size, std::optional<int64_t> start, std::optional<int64_t> end, int64_t step,
                 SliceRange* out) {
  if (step <= 0) return ctx.fail(Error::BadArgument, {"slice step is ", step, ", expected 1 or more"});
  const auto clamp = [size](int64_t v) {
    if (v < 0) v += size;
    return v < 0 ? 0 : v > size ? size : v;
  };
  const int64_t first = clamp(start.value_or(0)), last = clamp(end.value_or(INT64_MAX));
  out->start = first;
  out->length = last > first ? (last - first - 1) / step + 1 : 0;
  out->step = out->length > 1 ? step : 1;  // a lone element's step may be huge, and does not matter
  return Error::Ok;
}

Error read_view_sizes(Context& ctx, const Tensor& x, const IntList& list, int64_t* sizes) {
  if (list.size() > kMaxRank) {
    return ctx.fail(Error::BadArgument,
                    {"the new shape has rank ", list.size(), ", at most ", kMaxRank, " is possible"});
  }
  const int64_t numel = x.numel();
  int64_t known = 1;
  int open = -1;
  for (int d = 0; d < static_cast<int>(list.size()); ++d) {
    sizes[d] = list[static_cast<size_t>(d)];
    if (sizes[d] == -1 && open < 0) {
      open = d;
    } else if (sizes[d] < 0 || !checked_mul(known, sizes[d], &known)) {
      return ctx.fail(Error::BadArgument,
                      {"size ", sizes[d], " in dimension ", d,
                       " of the new shape is not possible; sizes are 0 or more, and one may be -1"});
    }
  }
  if (open >= 0) {
    if (known == 0) {
      return ctx.fail(Error::BadArgument, {"the size given as -1 in dimension ", open,
                                           " cannot be found, because another size is 0; give it"});
    }
    sizes[open] = numel / known;
    known *= sizes[open];
  }
  if (known != numel) {
    return ctx.fail(Error::BadArgument, {"the new shape has ", known, " elements, the tensor has ", numel});
  }
  return Error::Ok;
}

}  // namespace gleed::ops
