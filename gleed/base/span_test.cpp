// span_test.cpp -- a Span shows the memory it was made from.
#include "gleed/base/span.h"

#include <doctest/doctest.h>

namespace gleed {

TEST_CASE("a span of an array, of a part, of constants, of nothing") {
  int numbers[4] = {1, 2, 3, 4};
  const Span<int> all = numbers;
  CHECK(all.size == 4);
  all[1] = 7;
  CHECK(numbers[1] == 7);
  int sum = 0;
  for (const int n : all) sum += n;
  CHECK(sum == 15);
  const Span<const int> part = Span<int>(numbers + 1, 2);
  CHECK(part.begin() == numbers + 1);
  CHECK(part.end() == numbers + 3);
  CHECK(Span<int>().empty());
  CHECK(!part.empty());
  static_assert(Span<const int>().data == nullptr);
}

}  // namespace gleed
