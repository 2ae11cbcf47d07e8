// context_test.cpp -- resizing within what was planned, and dimensions counted from the end.
#include "gleed/core/context.h"

#include <doctest/doctest.h>

#include "gleed/core/test_tensors.h"

namespace gleed {
namespace {

struct Resizer : TestContext {
  Error operator()(TestTensor& t, std::vector<int64_t> sizes) {
    return resize(ctx, t.tensor, {sizes.data(), sizes.size()});
  }
};

TEST_CASE("a dynamic tensor takes any sizes whose elements fit its memory") {
  Resizer resize_to;
  TestTensor t({2, 3}, {4, 3});
  CHECK(resize_to(t, {4, 3}) == Error::Ok);
  CHECK(t.sizes == std::vector<int32_t>{4, 3});
  CHECK(t.strides == std::vector<int64_t>{3, 1});
  CHECK(resize_to(t, {1, 12}) == Error::Ok);
  CHECK(t.strides == std::vector<int64_t>{12, 1});
  CHECK(resize_to(t, {0, 5}) == Error::Ok);
  CHECK(resize_to(t, {5, 3}) == Error::BadArgument);
  CHECK(resize_to.text() == "the result has 15 elements, more than the 12 planned for the largest shape");
  CHECK(t.sizes == std::vector<int32_t>{0, 5});  // as before
}

TEST_CASE("a static tensor takes the sizes it has") {
  Resizer resize_to;
  TestTensor t({2, 3});
  const int32_t in_the_file[] = {2, 3};
  t.tensor.sizes = const_cast<int32_t*>(in_the_file);  // read-only memory there
  CHECK(resize_to(t, {2, 3}) == Error::Ok);
  CHECK(resize_to(t, {2, 2}) == Error::BadArgument);
  CHECK(resize_to.text() == "output has the fixed size 3 in dimension 1, the result needs 2");
}

TEST_CASE("ranks and sizes that cannot be") {
  Resizer resize_to;
  TestTensor t({2, 3}, {4, 4});
  CHECK(resize_to(t, {6}) == Error::BadArgument);
  CHECK(resize_to.text() == "output has rank 2, the result has rank 1");
  CHECK(resize_to(t, {2, -1}) == Error::BadArgument);
  CHECK(resize_to.text() == "the result's size -1 in dimension 1 is out of range");
  CHECK(resize_to(t, {int64_t{1} << 31, 1}) == Error::BadArgument);
  CHECK(resize_to.text() == "the result's size 2147483648 in dimension 0 is out of range");
  TestTensor wide({1, 1, 1}, {2, 1, 1});
  CHECK(resize_to(wide, {INT32_MAX, INT32_MAX, INT32_MAX}) == Error::BadArgument);
  CHECK(resize_to.text() == "the result's size 2147483647 in dimension 2 is out of range");
  // No elements, but strides that fit no 64 bits.
  TestTensor flat({1, 1, 1, 1}, {2, 1, 1, 1});
  CHECK(resize_to(flat, {0, INT32_MAX, INT32_MAX, INT32_MAX}) == Error::BadArgument);
  CHECK(resize_to.text() == "the result's size 2147483647 in dimension 3 is out of range");
  CHECK(resize_to(flat, {0, INT32_MAX, INT32_MAX, 1}) == Error::Ok);
}

TEST_CASE("sizes of another tensor") {
  TestContext c;
  TestTensor t({1, 1}, {4, 4}), like({3, 2}), flat({6});
  CHECK(resize_like(c.ctx, t.tensor, like.tensor) == Error::Ok);
  CHECK(t.sizes == like.sizes);
  CHECK(resize_like(c.ctx, t.tensor, flat.tensor) == Error::BadArgument);
}

TEST_CASE("dimensions count from the end too") {
  TestContext c;
  int dim = 99;
  CHECK(normalize_dim(c.ctx, -1, 3, &dim) == Error::Ok);
  CHECK(dim == 2);
  CHECK(normalize_dim(c.ctx, -3, 3, &dim) == Error::Ok);
  CHECK(dim == 0);
  CHECK(normalize_dim(c.ctx, 3, 3, &dim) == Error::BadArgument);
  CHECK(c.text() == "dimension 3 is not in [-3, 2]");
  CHECK(normalize_dim(c.ctx, INT64_MIN, 3, &dim) == Error::BadArgument);
  CHECK(normalize_dim(c.ctx, -1, 0, &dim) == Error::Ok);  // a number counts as one dimension
  CHECK(dim == 0);
  CHECK(normalize_dim(c.ctx, 1, 0, &dim) == Error::BadArgument);
  CHECK(c.text() == "dimension 1 is not in [-1, 0]");
}

TEST_CASE("a context explains and hands out scratch memory") {
  Reason reason;
  uint8_t memory[32];
  Context ctx(reason, memory);
  CHECK(ctx.scratch().data == memory);
  CHECK(ctx.scratch().size == 32);
  CHECK(ctx.fail(Error::Internal, {"broken ", 1}) == Error::Internal);
  CHECK(&ctx.reason() == &reason);
  CHECK(std::string(reason.text()) == "broken 1");
}

}  // namespace
}  // namespace gleed
