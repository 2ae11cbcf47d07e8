// scratch_test.cpp -- what an operator may take of the memory that was planned for it.
#include "gleed/ops/family/scratch.h"

#include <doctest/doctest.h>

#include <string>

using namespace gleed;

TEST_CASE("scratch memory is handed out as an array, and no more than there is") {
  alignas(8) uint8_t memory[32];
  Reason reason;
  Context ctx(reason, {memory, sizeof(memory)});
  int64_t* items = nullptr;
  CHECK(ops::take_scratch(ctx, 4, &items) == Error::Ok);
  CHECK(static_cast<void*>(items) == memory);
  CHECK(ops::take_scratch(ctx, 5, &items) == Error::OutOfMemory);
  CHECK(std::string(reason.text()) == "the scratch memory planned at load has 32 bytes, too few for 5 items");
  CHECK(ops::take_scratch(ctx, INT64_MAX, &items) == Error::OutOfMemory);

  Context none(reason, {});
  CHECK(ops::take_scratch(none, 0, &items) == Error::Ok);
  CHECK(ops::take_scratch(none, 1, &items) == Error::OutOfMemory);
}
