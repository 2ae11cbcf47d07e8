// own_tensor_test.cpp -- tensors that the tools make: which cannot be, copies of any layout, elements as numbers.
#include "gleed/devtools/cli/own_tensor.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace gleed::cli {
namespace {

std::string refused(const std::vector<int32_t>& sizes, Error expected) {
  OwnTensor tensor;
  Reason reason;
  CHECK(tensor.make(DType::Float32, {sizes.data(), sizes.size()}, reason) == expected);
  return reason.text();
}

TEST_CASE("tensors that cannot be made") {
  CHECK(refused(std::vector<int32_t>(kMaxRank + 1, 1), Error::BadArgument) == "rank 17 is over 16");
  CHECK(refused({2, -3}, Error::BadArgument) == "size -3 in dimension 1 is negative");
  CHECK(refused({INT32_MAX, INT32_MAX, INT32_MAX}, Error::OutOfMemory) == "a tensor is too large for this machine");
  CHECK(refused({0, INT32_MAX, INT32_MAX, 2}, Error::OutOfMemory) == "a tensor is too large for this machine");
  OwnTensor tensor;
  Reason reason;
  const int32_t sizes[2] = {INT32_MAX, INT32_MAX};
  CHECK(tensor.make(DType::UInt8, sizes, reason) == Error::OutOfMemory);
  CHECK(std::string(reason.text()) == "no memory for a tensor of 4611686014132420609 bytes");
}

TEST_CASE("a copy is row-major, whatever it is made from") {
  const int32_t sizes[2] = {2, 3};
  OwnTensor columns, rows;
  Reason reason;
  REQUIRE(columns.make(DType::Int16, sizes, reason, true) == Error::Ok);
  for (int64_t i = 0; i < 6; ++i) REQUIRE(set_element(DType::Int16, columns.tensor().data, i, double(i)));
  REQUIRE(rows.copy(columns.tensor(), reason) == Error::Ok);
  std::vector<double> elements;
  for (int64_t i = 0; i < 6; ++i) elements.push_back(element(DType::Int16, rows.tensor().data, i));
  CHECK(elements == std::vector<double>{0, 2, 4, 1, 3, 5});
}

}  // namespace
}  // namespace gleed::cli
