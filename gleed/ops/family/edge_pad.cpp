// edge_pad.cpp -- reflection and replication padding: the place of each output index in the input, then rows.
#include "gleed/ops/family/edge_pad.h"

#include "gleed/ops/family/expect.h"

namespace gleed::ops {

namespace {

// One padded dimension.
struct Side {
  Edge edge;
  int64_t size, before;

  // The input index that output index i shows.
  int64_t source(int64_t i) const {
    const int64_t k = i - before, last = size - 1;
    if (edge == Edge::Replicate) return k < 0 ? 0 : k > last ? last : k;
    const int64_t mirrored = k > last ? 2 * last - k : k;
    return mirrored < 0 ? -mirrored : mirrored;
  }
};

// Before and after dimension d (of those padded); the list begins with the last dimension.
void padding_of(const IntList& padding, int dims, int d, int64_t* before, int64_t* after) {
  const auto k = 2 * static_cast<size_t>(dims - 1 - d);
  *before = padding[k], *after = padding[k + 1];
}

}  // namespace

Error edge_pad_shape(Context& ctx, Edge edge, int dims, const Tensor& x, const IntList& padding, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  GLEED_TRY(expect_rank(ctx, "self", x, dims + 1, dims + 2));
  if (padding.size() != 2 * static_cast<size_t>(dims)) {
    return ctx.fail(Error::BadArgument, {"padding has ", padding.size(), " items, expected ", 2 * dims});
  }
  int64_t sizes[kMaxRank];
  const int first = x.rank - dims;
  for (int d = 0; d < first; ++d) sizes[d] = x.sizes[d];
  for (int d = 0; d < dims; ++d) {
    int64_t before = 0, after = 0;
    padding_of(padding, dims, d, &before, &after);
    const int64_t size = x.sizes[first + d], most = edge == Edge::Reflect ? size - 1 : INT32_MAX;
    if (size == 0)
      return ctx.fail(Error::BadArgument, {"dimension ", first + d, " has size 0, which cannot be padded"});
    GLEED_TRY(expect_range(ctx, "padding", before, 1 - size, most));
    GLEED_TRY(expect_range(ctx, "padding", after, 1 - size - (before < 0 ? before : 0), most));
    sizes[first + d] = size + before + after;
  }
  return resize(ctx, out, {sizes, x.rank});
}

void edge_pad(Edge edge, int dims, const Tensor& x, const IntList& padding, Tensor& out) {
  if (out.numel() == 0) return;
  const int first = x.rank - dims, inner = x.rank - 1;
  const size_t bytes = dtype_bytes(x.dtype);
  Side side[3];
  for (int d = 0; d < dims; ++d) {
    int64_t before = 0, after = 0;
    padding_of(padding, dims, d, &before, &after);
    side[d] = {edge, x.sizes[first + d], before};
  }
  const Side& row = side[dims - 1];
  const int64_t width = out.sizes[inner];
  // Output columns [begin, end) show consecutive input columns.
  const int64_t begin = row.before < 0 ? 0 : row.before;
  const int64_t end = row.before + row.size < width ? row.before + row.size : width;
  int64_t index[kMaxRank] = {};
  for (;;) {
    int64_t from = 0, to = 0;
    for (int d = 0; d < inner; ++d) {
      from += (d < first ? index[d] : side[d - first].source(index[d])) * x.strides[d];
      to += index[d] * out.strides[d];
    }
    const auto copy = [&](int64_t i, int64_t n) {
      Box box;
      box.add(n, x.strides[inner], out.strides[inner]);
      move_box(box, at(x, from + row.source(i) * x.strides[inner]), at(out, to + i * out.strides[inner]), bytes);
    };
    for (int64_t i = 0; i < begin; ++i) copy(i, 1);
    copy(begin, end - begin);
    for (int64_t i = end; i < width; ++i) copy(i, 1);
    int d = inner - 1;
    while (d >= 0 && ++index[d] == out.sizes[d]) index[d--] = 0;
    if (d < 0) return;
  }
}

}  // namespace gleed::ops
