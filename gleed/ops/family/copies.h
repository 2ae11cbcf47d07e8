// copies.h -- operators that only copy their first argument, and those that only set a size.
#pragma once
#include "gleed/ops/family/elementwise.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {

// The kernel out = self, cast to out's dtype and laid out as out is. Options: the types of the schema's arguments in
// between, which change nothing (the output's layout was fixed when the program was lowered).
template <class... Options>
struct Copy {
  static Error run(Context&, const Tensor& self, Options..., Tensor& out) {
    copy(self, out);
    return Error::Ok;
  }
};

// Output 0 has the sizes of argument 0 and any dtype.
inline Error cast_shape(Context& ctx, Args args) {
  GLEED_TRY(check_dtype(ctx, args.tensor(0).dtype));
  GLEED_TRY(check_dtype(ctx, args.out().dtype));
  return resize_like(ctx, args.out(), args.tensor(0));
}
// Output 0 has the sizes and the dtype of argument 0.
inline Error copy_shape(Context& ctx, Args args) {
  GLEED_TRY(expect_dtype(ctx, "out", args.out(), args.tensor(0).dtype));
  return cast_shape(ctx, args);
}

// Output 0 has the sizes that argument 0, an int[], lists.
inline Error sized_shape(Context& ctx, Args args) {
  GLEED_TRY(check_dtype(ctx, args.out().dtype));
  const Value& list = *args.values[0];
  int64_t sizes[kMaxRank];
  if (list.count > kMaxRank) return ctx.fail(Error::BadArgument, {"size has ", list.count, " items, at most 16 fit"});
  for (uint32_t d = 0; d < list.count; ++d) sizes[d] = args.table[list.int_items[d]].as_int();
  return resize(ctx, args.out(), {sizes, list.count});
}

}  // namespace gleed::ops
