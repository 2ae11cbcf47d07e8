// print_test.cpp -- values and tables as people read them.
#include "gleed/devtools/cli/print.h"

#include <doctest/doctest.h>

#include <cmath>

#include "gleed/devtools/cli/own_tensor.h"

namespace gleed::cli {
namespace {

// The text of a one-dimensional tensor.
std::string text_of(DType dtype, const std::vector<double>& elements) {
  OwnTensor own;
  Reason reason;
  const auto size = static_cast<int32_t>(elements.size());
  REQUIRE(own.make(dtype, {&size, 1}, reason) == Error::Ok);
  for (int32_t i = 0; i < size; ++i)
    REQUIRE(set_element(dtype, own.tensor().data, i, elements[static_cast<size_t>(i)]));
  Value value;
  value.tag = Value::Tag::Tensor;
  value.tensor = &own.tensor();
  return value_text(value);
}

TEST_CASE("counts and types") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(18446744073709551615u) == "18,446,744,073,709,551,615");
  const int32_t sizes[] = {1, 10};
  CHECK(type_text(DType::Int64, sizes) == "int64[1, 10]");
  CHECK(type_text(DType::Bool, {}) == "bool[]");
}

TEST_CASE("small tensors are printed whole") {
  CHECK(text_of(DType::Float32, {1.5, -2, 0.1}) == "float32[3]\n  1.5 -2 0.1");
  CHECK(text_of(DType::Float16, {0.5}) == "float16[1]\n  0.5");
  CHECK(text_of(DType::BFloat16, {-3}) == "bfloat16[1]\n  -3");
  CHECK(text_of(DType::Bool, {1, 0}) == "bool[2]\n  true false");
  CHECK(text_of(DType::Int64, {-5}) == "int64[1]\n  -5");
  CHECK(text_of(DType::UInt8, {255}) == "uint8[1]\n  255");
  CHECK(text_of(DType::Float64, {}) == "float64[0]");
}

TEST_CASE("of large ones the first elements and the range") {
  std::vector<double> numbers(1000);
  for (size_t i = 0; i < 1000; ++i) numbers[i] = static_cast<double>(i);
  CHECK(text_of(DType::Int32, numbers) == "int32[1000], least 0, most 999, mean 499.5\n  0 1 2 3 4 5 6 7 8 9 ...");
}

TEST_CASE("what is not finite is counted, and kept out of the range") {
  CHECK(text_of(DType::Float32, {1, NAN, INFINITY, NAN}) == "float32[4], 2 nan, 1 infinite\n  1 nan inf nan");
  std::vector<double> numbers(20, 2.0);
  numbers[3] = NAN, numbers[4] = -INFINITY;
  CHECK(text_of(DType::Float32, numbers).find("float32[20], least 2, most 2, mean 2, 1 nan, 1 infinite\n") == 0);
  CHECK(text_of(DType::Float32, std::vector<double>(11, NAN)).find("float32[11], 11 nan\n") == 0);
}

TEST_CASE("values that are no tensors") {
  Value v;
  CHECK(value_text(v) == "None");
  v.set(int64_t{-3});
  CHECK(value_text(v) == "int -3");
  v.set(0.1);
  CHECK(value_text(v) == "float 0.10000000000000001");
  v.set(true);
  CHECK(value_text(v) == "bool true");
  v.tag = Value::Tag::String, v.string = "text", v.count = 3;
  CHECK(value_text(v) == "str \"tex\"");
  v.tag = Value::Tag::IntList;
  CHECK(value_text(v) == "list");
}

TEST_CASE("columns of a table") {
  TextTable table("lr");
  table.add({"name", "n"});
  table.add({"a long one", "1,234"});
  table.add({"x", ""});
  CHECK(table.text() == "name            n\na long one  1,234\nx\n");
}

}  // namespace
}  // namespace gleed::cli
