// constant_pad_nd.cpp -- constant_pad_nd: a value put around the last dimensions; negative padding cuts.
#include "gleed/ops/family/convert.h"
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

// Padding before and after dimension d; the list begins with the last dimension.
struct Sides {
  int64_t before = 0, after = 0;
};
Sides sides(const IntList& pad, int rank, int d) {
  const size_t k = 2 * static_cast<size_t>(rank - 1 - d);
  return k < pad.size() ? Sides{pad[k], pad[k + 1]} : Sides{};
}
int64_t cut(int64_t pad) { return pad < 0 ? -pad : 0; }

Error pad_shape(Context& ctx, const Tensor& x, IntList pad, Scalar, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (pad.size() % 2 != 0 || pad.size() > 2 * static_cast<size_t>(x.rank)) {
    return ctx.fail(Error::BadArgument,
                    {"pad has ", pad.size(), " items, expected two for each of up to ", x.rank, " dimensions"});
  }
  int64_t sizes[kMaxRank];
  for (int d = 0; d < x.rank; ++d) {
    const Sides side = sides(pad, x.rank, d);
    GLEED_TRY(expect_range(ctx, "padding", side.before, -x.sizes[d], INT32_MAX));
    GLEED_TRY(expect_range(ctx, "padding", side.after, cut(side.before) - x.sizes[d], INT32_MAX));
    sizes[d] = x.sizes[d] + side.before + side.after;
  }
  return resize(ctx, out, {sizes, x.rank});
}

Error constant_pad_nd_out(Context&, const Tensor& x, IntList pad, Scalar value, Tensor& out) {
  Box box = whole(x, out);
  int64_t from = 0, to = 0, copied = 1;
  for (int d = 0; d < x.rank; ++d) {
    const Sides side = sides(pad, x.rank, d);
    box.sizes[d] = x.sizes[d] - cut(side.before) - cut(side.after);
    copied *= box.sizes[d];
    from += cut(side.before) * x.strides[d];
    to += side.before > 0 ? side.before * out.strides[d] : 0;
  }
  if (copied != out.numel()) {
    alignas(8) uint8_t element[8];
    const bool real = value.kind == Scalar::Kind::Double;
    convert(real ? DType::Float64 : DType::Int64, &value.i, 1, out.dtype, element, 1, 1);
    fill_all(element, out);
  }
  copy_box(box, at(x, from), at(out, to), dtype_bytes(out.dtype));
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<constant_pad_nd_out>(
        "aten::constant_pad_nd.out(Tensor self, SymInt[] pad, Scalar value=0, *, Tensor(a!) out) -> Tensor(a!)",
        shape::typed<pad_shape>, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(constant_pad_nd) = {gleed::ops::kDefs};
