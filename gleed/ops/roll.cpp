// roll.cpp -- roll: elements moved along dimensions, those that fall off one end coming in at the other.
#include "gleed/ops/family/strided_copy.h"

namespace gleed::ops {
namespace {

// shift modulo size, not negative; size > 0.
int64_t wrap_shift(int64_t shift, int64_t size) {
  const int64_t rest = shift % size;
  return rest < 0 ? rest + size : rest;
}

Error roll_shape(Context& ctx, const Tensor& x, IntList shifts, IntList dims, Tensor& out) {
  GLEED_TRY(expect_dtype(ctx, "out", out, x.dtype));
  if (shifts.size() != dims.size() && !(dims.size() == 0 && shifts.size() == 1)) {
    return ctx.fail(Error::BadArgument, {"shifts has ", shifts.size(), " items, dims has ", dims.size(),
                                         "; expected as many, or one shift and no dims"});
  }
  if (shifts.size() == 0)
    return ctx.fail(Error::BadArgument, {"shifts is empty; give one shift, or one for each of dims"});
  for (size_t i = 0; i < dims.size(); ++i) {
    int d = 0;
    GLEED_TRY(normalize_dim(ctx, dims[i], x.rank, &d));
  }
  return resize_like(ctx, out, x);
}

Error roll_out(Context&, const Tensor& x, IntList shifts, IntList dims, Tensor& out) {
  const int64_t numel = x.numel();
  if (numel == 0) return Error::Ok;
  if (dims.size() == 0) {  // as one long row
    const int64_t shift = wrap_shift(shifts[0], numel);
    copy_in_order(x, 0, out, shift, numel - shift);
    copy_in_order(x, numel - shift, out, 0, shift);
    return Error::Ok;
  }
  int64_t shift[kMaxRank] = {};
  for (size_t i = 0; x.rank > 0 && i < dims.size(); ++i) {
    const int d = wrap_dim(dims[i], x.rank);
    shift[d] = wrap_shift(shift[d] + wrap_shift(shifts[i], x.sizes[d]), x.sizes[d]);
  }
  // Each rolled dimension falls in two parts; bit d of `part` says which one of dimension d is copied.
  for (uint32_t part = 0; part < 1u << x.rank; ++part) {
    Box box = whole(x, out);
    int64_t from = 0, to = 0;
    for (int d = 0; d < x.rank; ++d) {
      const int64_t kept = x.sizes[d] - shift[d];
      if (part >> d & 1) {
        from += kept * x.strides[d];
        box.sizes[d] = shift[d];
      } else {
        to += shift[d] * out.strides[d];
        box.sizes[d] = kept;
      }
    }
    copy_box(box, at(x, from), at(out, to), dtype_bytes(out.dtype));
  }
  return Error::Ok;
}

constexpr OpDef kDefs[] = {
    def<roll_out>("aten::roll.out(Tensor self, SymInt[1] shifts, int[1] dims=[], *, Tensor(a!) out) -> Tensor(a!)",
                  shape::typed<roll_shape>, kMovable),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(roll) = {gleed::ops::kDefs};
