// checked_test.cpp -- overflow is seen at both ends of the range.
#include "gleed/base/checked.h"

#include <doctest/doctest.h>

namespace gleed {

TEST_CASE("checked arithmetic gives the exact result or says that there is none") {
  int64_t s = 0;
  uint64_t u = 0;
  int32_t i = 0;
  CHECK(checked_add<int64_t>(INT64_MAX - 1, 1, &s));
  CHECK(s == INT64_MAX);
  CHECK(!checked_add<int64_t>(INT64_MAX, 1, &s));
  CHECK(!checked_add<int64_t>(INT64_MIN, -1, &s));
  CHECK(!checked_add<uint64_t>(UINT64_MAX, 1, &u));
  CHECK(checked_sub<int64_t>(INT64_MIN + 1, 1, &s));
  CHECK(s == INT64_MIN);
  CHECK(!checked_sub<int64_t>(INT64_MIN, 1, &s));
  CHECK(!checked_sub<uint64_t>(0, 1, &u));
  CHECK(checked_mul<int32_t>(46340, 46340, &i));
  CHECK(i == 2147395600);
  CHECK(!checked_mul<int32_t>(46341, 46341, &i));
  CHECK(!checked_mul<int64_t>(INT64_MIN, -1, &s));
  CHECK(checked_mul<uint64_t>(UINT64_MAX, 0, &u));
  CHECK(u == 0);
}

}  // namespace gleed
