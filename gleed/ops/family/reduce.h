// reduce.h -- the engine of reductions: which input elements fall together, and the loops over them.
//
// A reduction is a small object R with
//   using In, Acc            what elements are read as (float, double, int64_t or uint8_t), and what is carried
//   kPasses                  how often the elements are gone through
//   Acc start() const
//   void along(int pass, Acc& a, const In* x, int64_t n) const    n more elements of one output
//   void across(int pass, Acc* a, const In* x, int64_t n) const   one more element of each of n outputs
//   void finish(int pass, Acc& a, int64_t length) const           all `length` elements were seen
// and a function that stores finished outputs.
#pragma once
#include <cstdint>
#include <optional>

#include "gleed/ops/family/convert.h"
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {

// ---- For rules ----

// Resizes `out` to x without the dimensions of the set (with size 1 when `keepdim`).
Error resize_reduced(Context& ctx, const Tensor& x, uint32_t dims, bool keepdim, Tensor& out);
// For reductions that have no value without elements (max): every dimension of the set has some.
Error expect_elements(Context& ctx, const Tensor& x, uint32_t dims);
// The set of an optional list of dimensions; none and an empty list are all of them.
Error read_dims(Context& ctx, const std::optional<IntList>& dims, int rank, uint32_t* set);
// One dimension as a set; empty for rank 0.
Error read_dim(Context& ctx, int64_t dim, int rank, uint32_t* set);
// If a dtype argument is given, `out` has it.
Error expect_given(Context& ctx, std::optional<int64_t> dtype, const Tensor& out);

constexpr uint32_t kAllDims = ~0u;

// ---- For kernels, which run after those ----

inline uint32_t dim_set(const std::optional<IntList>& dims, int rank) {
  if (!dims || dims->size() == 0) return kAllDims;
  uint32_t set = 0;
  for (size_t i = 0; i < dims->size(); ++i) set |= 1u << wrap_dim((*dims)[i], rank);
  return set;
}

// Dimensions that stay and dimensions that disappear, each merged where they lie end to end, innermost last.
struct Fold {
  struct Dims {
    int rank = 0;
    int64_t sizes[kMaxRank], in[kMaxRank], out[2][kMaxRank];
  };
  Dims kept, gone;
  int64_t length = 1;   // elements that make one output
  bool empty = false;   // no outputs
  bool across = false;  // neighbours in memory belong to different outputs
};
// `ordered`: the elements of one output are gone through in row-major order of their indices (for those that count).
// `second`: another output of the same sizes, or nullptr.
Fold make_fold(const Tensor& x, uint32_t dims, const Tensor& out, const Tensor* second = nullptr, bool ordered = false);

// Elements of x, first cast to the dtype `via`, as In.
template <class In>
struct Reader {
  const void* data;
  DType dtype, via;
  bool direct;  // In is what lies in memory

  Reader(const Tensor& x, DType v) : data(x.data), dtype(x.dtype), via(v) {
    if constexpr (std::is_same_v<In, uint8_t>) dtype = via = DType::UInt8;  // bool and the like, byte by byte
    direct = dtype == via && dtype == dtype_of<In>;
  }
  // `n` (at most kBlock, unless direct) elements; `block` may hold them.
  const In* read(int64_t offset, int64_t step, int64_t n, In* block) const {
    const void* from = static_cast<const char*>(data) + offset * static_cast<int64_t>(dtype_bytes(dtype));
    if (direct && (step == 1 || n == 1)) return static_cast<const In*>(from);
    alignas(8) uint8_t cast_first[kBlock * 8];
    if (dtype != via && via != dtype_of<In>) {
      convert(dtype, from, step, via, cast_first, 1, n);
      convert(via, cast_first, 1, dtype_of<In>, block, 1, n);
    } else {
      convert(dtype, from, step, dtype_of<In>, block, 1, n);
    }
    return block;
  }
};

// Calls f(offset) for each position of the first `outer` dimensions, given how far they lie apart.
template <class F>
void for_each_position(const int64_t* sizes, const int64_t* steps, int outer, F&& f) {
  int64_t index[kMaxRank] = {};
  int64_t offset = 0;
  for (;;) {
    f(offset);
    int d = outer - 1;
    for (; d >= 0; --d) {
      offset += steps[d];
      if (++index[d] < sizes[d]) break;
      offset -= steps[d] * sizes[d];
      index[d] = 0;
    }
    if (d < 0) return;
  }
}

// Where outputs go: `n` of them, `step` apart, beginning at `offset`; [1] for the second output.
struct Place {
  int64_t offset[2], step[2];
};

// Calls f(in offset, Place of the outputs) for each position of the first `outer` kept dimensions.
template <class F>
void for_each_kept(const Fold::Dims& kept, int outer, F&& f) {
  int64_t index[kMaxRank] = {};
  int64_t in = 0;
  Place place = {};
  for (int k = 0; k < 2 && outer < kept.rank; ++k) place.step[k] = kept.out[k][outer];
  for (;;) {
    f(in, place);
    int d = outer - 1;
    for (; d >= 0; --d) {
      const int64_t steps = ++index[d] < kept.sizes[d] ? 1 : 1 - kept.sizes[d];
      in += kept.in[d] * steps;
      for (int k = 0; k < 2; ++k) place.offset[k] += kept.out[k][d] * steps;
      if (steps == 1) break;
      index[d] = 0;
    }
    if (d < 0) return;
  }
}

// Runs R over all of `fold`; store(const Acc*, n <= kBlock, const Place&) takes the results.
template <class R, class Store>
void reduce(const R& r, const Fold& fold, const Reader<typename R::In>& reader, Store&& store) {
  using In = typename R::In;
  using Acc = typename R::Acc;
  if (fold.empty) return;
  const Fold::Dims &kept = fold.kept, &gone = fold.gone;
  In block[kBlock];
  Acc acc[kBlock];
  if (!fold.across) {
    const int inner = gone.rank - 1;
    const int64_t n = fold.length ? gone.sizes[inner] : 0, step = gone.in[inner];
    const int64_t run = reader.direct && step == 1 ? n : kBlock;
    for_each_kept(kept, kept.rank, [&](int64_t base, const Place& place) {
      acc[0] = r.start();
      for (int pass = 0; pass < R::kPasses; ++pass) {
        if (n > 0) {
          for_each_position(gone.sizes, gone.in, inner, [&](int64_t offset) {
            for (int64_t i = 0; i < n; i += run) {
              const int64_t count = n - i < run ? n - i : run;
              r.along(pass, acc[0], reader.read(base + offset + i * step, step, count, block), count);
            }
          });
        }
        r.finish(pass, acc[0], fold.length);
      }
      store(static_cast<const Acc*>(acc), int64_t{1}, place);
    });
    return;
  }
  const int inner = kept.rank - 1;
  const int64_t n = kept.sizes[inner], step = kept.in[inner];
  for_each_kept(kept, inner, [&](int64_t base, Place place) {
    for (int64_t j = 0; j < n; j += kBlock) {
      const int64_t count = n - j < kBlock ? n - j : kBlock;
      for (int64_t i = 0; i < count; ++i) acc[i] = r.start();
      for (int pass = 0; pass < R::kPasses; ++pass) {
        for_each_position(gone.sizes, gone.in, gone.rank, [&](int64_t offset) {
          r.across(pass, acc, reader.read(base + offset + j * step, step, count, block), count);
        });
        for (int64_t i = 0; i < count; ++i) r.finish(pass, acc[i], fold.length);
      }
      store(static_cast<const Acc*>(acc), count, place);
      for (int k = 0; k < 2; ++k) place.offset[k] += count * place.step[k];
    }
  });
}

// Stores value(acc) of each as an element of `out`.
template <class Acc, class F>
void store_values(Tensor& out, const Acc* acc, int64_t n, int64_t offset, int64_t step, F&& value) {
  using T = decltype(value(acc[0]));
  T values[kBlock];
  for (int64_t i = 0; i < n; ++i) values[i] = value(acc[i]);
  convert(dtype_of<T>, values, 1, out.dtype, at(out, offset), step, n);
}

}  // namespace gleed::ops
