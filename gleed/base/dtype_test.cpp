// dtype_test.cpp -- the table of dtypes and the functions on it agree.
#include "gleed/base/dtype.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace gleed {

TEST_CASE("every row has a name, a number and a size of its own that the functions give") {
  std::set<std::string> names;
  std::set<int> numbers;
  for (const DTypeRow& row : kDTypes) {
    CAPTURE(row.name);
    CHECK(names.insert(row.name).second);
    CHECK(numbers.insert(static_cast<int>(row.dtype)).second);
    CHECK(is_dtype(static_cast<int>(row.dtype)));
    CHECK(dtype_bytes(row.dtype) == row.bytes);
    CHECK(std::string(dtype_name(row.dtype)) == row.name);
    CHECK(static_cast<int>(row.dtype) < 32);  // sets of dtypes are bits of a uint32_t
  }
  CHECK(numbers.size() == 23);
}

TEST_CASE("numbers that are no dtype") {
  for (const int number : {-1, 8, 9, 10, 18, 21, 30, 127, 128, -128}) CHECK(!is_dtype(number));
  CHECK(std::string(dtype_name(static_cast<DType>(99))) == "unknown dtype");
}

}  // namespace gleed
