// _assert.cpp -- _assert_async, _assert_scalar: stop with the model's own words where a condition does not hold.
#include "gleed/ops/family/dispatch.h"
#include "gleed/ops/family/expect.h"

namespace gleed::ops {
namespace {

Error stop(Context& ctx, const char* words) {
  return ctx.fail(Error::BadArgument, {words ? words : "an assertion does not hold"});
}

Error assert_shape(Context& ctx, const Tensor& condition, const char*) {
  if (condition.numel() == 1) return Error::Ok;
  return ctx.fail(Error::BadArgument,
                  {"a condition of ", condition.numel(), " elements; one is needed, for example of condition.all()"});
}

Error assert_async(Context& ctx, const Tensor& condition, const char* words) {
  return dispatch<dtypes::kAll>(ctx, condition.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    return cast<bool>(*static_cast<const T*>(condition.data)) ? Error::Ok : stop(ctx, words);
  });
}

Error assert_scalar(Context& ctx, Scalar condition, const char* words) {
  return cast<bool>(condition) ? Error::Ok : stop(ctx, words);
}

constexpr OpDef kDefs[] = {
    def<assert_async>("aten::_assert_async.msg(Tensor self, str assert_msg) -> ()", shape::typed<assert_shape>,
                      dtypes::kAll),
    def<assert_scalar>("aten::_assert_scalar(Scalar self, str assert_msg) -> ()", shape::none, dtypes::kAll),
};

}  // namespace
}  // namespace gleed::ops

GLEED_OPS(_assert) = {gleed::ops::kDefs};
