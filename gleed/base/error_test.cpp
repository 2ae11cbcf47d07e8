// error_test.cpp -- the words of a Reason, their limits, and Result.
#include "gleed/base/error.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>

namespace gleed {
namespace {

std::string words(std::initializer_list<Word> list) {
  Reason reason;
  CHECK(reason.fail(Error::BadArgument, list) == Error::BadArgument);
  return reason.text();
}

TEST_CASE("every code has its name") {
  const char* names[] = {"Ok",          "BadFile",   "BadArgument",    "BadState",
                         "NotFound",    "MissingOp", "MissingBackend", "Unsupported",
                         "OutOfMemory", "Io",        "Internal"};
  for (uint8_t i = 0; i < 11; ++i) CHECK(std::string(error_name(static_cast<Error>(i))) == names[i]);
  CHECK(std::string(error_name(static_cast<Error>(200))) == "unknown");
}

TEST_CASE("integers of every kind") {
  CHECK(words({0, " ", -7, " ", size_t{18}, " ", uint8_t{255}, " ", int8_t{-1}, " ", true}) == "0 -7 18 255 -1 1");
  CHECK(words({INT64_MAX}) == "9223372036854775807");
  CHECK(words({INT64_MIN}) == "-9223372036854775808");
}

TEST_CASE("text: whole, counted, absent") {
  CHECK(words({"size ", Word("abcdef", 3), "."}) == "size abc.");
  const char* nothing = nullptr;
  CHECK(words({nothing}) == "(null)");
  CHECK(words({}) == "");
}

TEST_CASE("real numbers have six decimals, rounded") {
  CHECK(words({0.5}) == "0.500000");
  CHECK(words({-2.3}) == "-2.300000");
  CHECK(words({0.0000004}) == "0.000000");
  CHECK(words({0.0000006}) == "0.000001");
  CHECK(words({1.9999999}) == "2.000000");
  CHECK(words({123456789.25}) == "123456789.250000");
  CHECK(words({1e15}) == "1000000000000000.000000");
  CHECK(words({1e16}) == "(over 1e15)");
  CHECK(words({-HUGE_VAL}) == "-(over 1e15)");
  CHECK(words({std::nan("")}) == "nan");
}

TEST_CASE("a prefix comes before, fail replaces, clear empties") {
  Reason reason;
  CHECK(reason.error() == Error::Ok);
  CHECK(reason.fail(Error::BadFile, {"its size is ", -1}) == Error::BadFile);
  reason.prefix({"value ", 3, ": "});
  reason.prefix({"method \"", "f", "\", "});
  CHECK(std::string(reason.text()) == "method \"f\", value 3: its size is -1");
  CHECK(reason.error() == Error::BadFile);
  CHECK(reason.fail(Error::Io, {"gone"}) == Error::Io);
  CHECK(std::string(reason.text()) == "gone");
  CHECK(reason.error() == Error::Io);
  reason.clear();
  CHECK(std::string(reason.text()) == "");
  CHECK(reason.error() == Error::Ok);
}

TEST_CASE("long text is cut at the capacity, the end first") {
  const std::string text(1000, 'x');
  Reason reason;
  (void)reason.fail(Error::BadFile, {"head ", text.c_str(), 12345});
  CHECK(std::string(reason.text()) == "head " + text.substr(0, Reason::kCapacity - 1 - 5));
  reason.prefix({"front: "});
  const std::string cut = reason.text();
  CHECK(cut.size() == Reason::kCapacity - 1);
  CHECK(cut.substr(0, 13) == "front: head x");
  reason.prefix({text.c_str()});
  CHECK(std::string(reason.text()) == text.substr(0, Reason::kCapacity - 1));
}

// --- Result and the macros ---

struct Counted {
  static int alive;
  int n;
  explicit Counted(int v) : n(v) { ++alive; }
  Counted(const Counted& o) : n(o.n) { ++alive; }
  Counted(Counted&& o) noexcept : n(o.n) { ++alive; }
  ~Counted() { --alive; }
};
int Counted::alive = 0;

Result<Counted> half_of(int n) {
  if (n % 2) return Error::BadArgument;
  return Counted(n / 2);
}

Error quarter_of(int n, int* out) {
  GLEED_LET(half, half_of(n));
  GLEED_LET(quarter, half_of(half.n));
  *out = quarter.n;
  return Error::Ok;
}

Error check_even(int n) { return n % 2 ? Error::BadState : Error::Ok; }
Error try_both(int a, int b) {
  GLEED_TRY(check_even(a));
  GLEED_TRY(check_even(b));
  return Error::Ok;
}

TEST_CASE("a Result holds a value or an error, and destroys only a value") {
  {
    Result<Counted> good = half_of(8), bad = half_of(7);
    REQUIRE(good.ok());
    CHECK(good.error() == Error::Ok);
    CHECK((*good).n == 4);
    CHECK(good->n == 4);
    CHECK(!bad.ok());
    CHECK(bad.error() == Error::BadArgument);
    CHECK(Counted::alive == 1);
    Result<Counted> moved = std::move(good);
    CHECK(moved->n == 4);
    const Counted value(3);
    Result<Counted> copied = value;
    CHECK(copied->n == 3);
  }
  CHECK(Counted::alive == 0);
}

TEST_CASE("a Result takes values that can only be moved") {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  REQUIRE(result.ok());
  const std::unique_ptr<int> owned = std::move(*result);
  CHECK(*owned == 5);
}

TEST_CASE("GLEED_LET and GLEED_TRY return the first error") {
  int out = 0;
  CHECK(quarter_of(12, &out) == Error::Ok);
  CHECK(out == 3);
  CHECK(quarter_of(10, &out) == Error::BadArgument);
  CHECK(try_both(2, 4) == Error::Ok);
  CHECK(try_both(2, 3) == Error::BadState);
  CHECK(Counted::alive == 0);
}

}  // namespace
}  // namespace gleed
