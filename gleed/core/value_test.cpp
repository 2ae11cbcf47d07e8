// value_test.cpp -- layout of tensors, and numbers read from values.
#include "gleed/core/value.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace gleed {
namespace {

// A tensor's shape without elements.
struct Shape {
  std::vector<int32_t> sizes;
  std::vector<uint8_t> order;
  std::vector<int64_t> strides;
  Tensor tensor;
  explicit Shape(std::vector<int32_t> s, std::vector<uint8_t> o = {}) : sizes(std::move(s)), order(std::move(o)) {
    for (size_t d = order.size(); d < sizes.size(); ++d) order.push_back(static_cast<uint8_t>(d));
    strides.resize(sizes.size());
    tensor.sizes = sizes.data();
    tensor.bounds = sizes.data();
    tensor.strides = strides.data();
    tensor.dim_order = order.data();
    tensor.rank = static_cast<uint8_t>(sizes.size());
    set_strides(tensor);
  }
  Shape(const Shape&) = delete;
};

using Strides = std::vector<int64_t>;

TEST_CASE("strides follow from sizes and dim order; a size of 0 counts as 1") {
  CHECK(Shape({2, 3, 4}).strides == Strides{12, 4, 1});
  CHECK(Shape({2, 3, 4, 5}, {0, 2, 3, 1}).strides == Strides{60, 1, 15, 3});
  CHECK(Shape({2, 0, 4}).strides == Strides{4, 4, 1});
  CHECK(Shape({}).strides.empty());
  CHECK(Shape({INT32_MAX, INT32_MAX}).strides == Strides{INT32_MAX, 1});
}

TEST_CASE("elements and bytes") {
  Shape t({2, 3, 4});
  CHECK(t.tensor.numel() == 24);
  CHECK(t.tensor.bytes() == 96);
  CHECK(t.tensor.size(1) == 3);
  t.tensor.dtype = DType::Int64;
  CHECK(t.tensor.bytes() == 192);
  CHECK(Shape({}).tensor.numel() == 1);
  CHECK(Shape({5, 0}).tensor.numel() == 0);
  CHECK(Shape({65536, 65536}).tensor.numel() == int64_t{1} << 32);
}

TEST_CASE("contiguous means row-major, whatever the strides of dimensions of size 1") {
  CHECK(Shape({2, 3}).tensor.is_contiguous());
  CHECK(!Shape({2, 3}, {1, 0}).tensor.is_contiguous());
  CHECK(Shape({1, 8, 1, 1}, {0, 2, 3, 1}).tensor.is_contiguous());
  CHECK(Shape({0, 3}, {1, 0}).tensor.is_contiguous());
  CHECK(Shape({}).tensor.is_contiguous());
  Shape sliced({2, 3});
  sliced.strides[0] = 6;
  CHECK(!sliced.tensor.is_contiguous());
  sliced.sizes[0] = 1;
  CHECK(sliced.tensor.is_contiguous());
}

TEST_CASE("equal sizes and equal layouts") {
  const Shape a({2, 3, 4}), b({2, 3, 4}, {0, 2, 1}), c({2, 3}), d({2, 3, 5});
  CHECK(same_sizes(a.tensor, b.tensor));
  CHECK(!same_sizes(a.tensor, c.tensor));
  CHECK(!same_sizes(a.tensor, d.tensor));
  CHECK(same_layout(a.tensor, a.tensor));
  CHECK(!same_layout(a.tensor, b.tensor));
  CHECK(!same_layout(a.tensor, c.tensor));
  // Where sizes are 1, strides say nothing.
  CHECK(same_layout(Shape({4, 1, 1}).tensor, Shape({4, 1, 1}, {1, 2, 0}).tensor));
}

TEST_CASE("numbers of any kind as any other") {
  Value v;
  v.set(int64_t{-3});
  CHECK(v.is_number());
  CHECK(v.as_int() == -3);
  CHECK(v.as_double() == -3.0);
  CHECK(v.as_bool());
  v.set(2.9);
  CHECK(v.tag == Value::Tag::Double);
  CHECK(v.as_int() == 2);
  CHECK(v.as_double() == 2.9);
  CHECK(v.as_bool());
  v.set(0.0);
  CHECK(!v.as_bool());
  v.set(true);
  CHECK(v.as_int() == 1);
  CHECK(v.as_double() == 1.0);
  CHECK(v.as_bool());
  CHECK(!Value().is_number());
}

TEST_CASE("reals out of the integers' range saturate") {
  const auto as_int = [](double d) { return Scalar(d).as_int(); };
  CHECK(as_int(-2.9) == -2);
  CHECK(as_int(1e300) == INT64_MAX);
  CHECK(as_int(-1e300) == INT64_MIN);
  CHECK(as_int(9223372036854775808.0) == INT64_MAX);
  CHECK(as_int(-9223372036854775808.0) == INT64_MIN);
  CHECK(as_int(INFINITY) == INT64_MAX);
  CHECK(as_int(NAN) == 0);
  CHECK(Scalar(int64_t{5}).as_double() == 5.0);
  CHECK(Scalar(true).as_int() == 1);
  CHECK(Scalar(INT64_MAX).as_int() == INT64_MAX);  // not by way of a double
}

TEST_CASE("lists read the value table when asked") {
  Shape shape({2});
  Value table[4];
  table[0].set(int64_t{5});
  table[1].set(7.9);
  table[2].tag = Value::Tag::Tensor;
  table[2].tensor = &shape.tensor;
  const int64_t numbers[] = {1, 0, 1};
  const IntList ints{table, numbers};
  CHECK(ints.size() == 3);
  CHECK(ints[0] == 7);
  CHECK(ints[1] == 5);
  table[0].set(int64_t{6});  // computed meanwhile
  CHECK(ints[1] == 6);
  const int32_t items[] = {2, -1, 3};
  const TensorList tensors{table, items};
  CHECK(tensors[0] == &shape.tensor);
  CHECK(tensors[1] == nullptr);
  CHECK(tensors[2] == nullptr);  // a None
}

}  // namespace
}  // namespace gleed
