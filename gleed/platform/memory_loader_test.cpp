// memory_loader_test.cpp -- a program in memory is lent, never copied, and never read past its end.
#include <doctest/doctest.h>

#include <string>

#include "gleed/platform/data_loader.h"

namespace gleed {

TEST_CASE("ranges of memory are lent where they lie") {
  alignas(16) const uint8_t memory[] = {0, 1, 2, 3, 4, 5, 6, 7};
  MemoryLoader loader({memory, sizeof memory});
  Arena arena(Span<uint8_t>{});  // needs none
  Reason reason;
  Bytes bytes;
  CHECK(loader.size() == 8);
  CHECK(loader.read(2, 3, arena, reason, &bytes) == Error::Ok);
  CHECK(bytes.data == memory + 2);
  CHECK(bytes.size == 3);
  CHECK(loader.read(0, 8, arena, reason, &bytes) == Error::Ok);
  CHECK(loader.read(8, 0, arena, reason, &bytes) == Error::Ok);
  CHECK(bytes.size == 0);
  CHECK(arena.bytes_used() == 0);
}

TEST_CASE("a range past the end is refused with its place") {
  alignas(16) const uint8_t memory[8] = {};
  MemoryLoader loader({memory, sizeof memory});
  Arena arena = Arena::heap();
  Reason reason;
  Bytes bytes;
  CHECK(loader.read(4, 5, arena, reason, &bytes) == Error::BadFile);
  CHECK(std::string(reason.text()) == "bytes 4 to 9 lie past the end of the program, which has 8");
  CHECK(loader.read(9, 0, arena, reason, &bytes) == Error::BadFile);
  CHECK(loader.read(1, UINT64_MAX, arena, reason, &bytes) == Error::BadFile);
  MemoryLoader odd({memory + 1, 7});
  CHECK(odd.read(0, 1, arena, reason, &bytes) == Error::BadArgument);
  CHECK(std::string(reason.text()) ==
        "the program's memory must start at a multiple of 16; align the array or copy it");
  MemoryLoader empty({});
  CHECK(empty.size() == 0);
  CHECK(empty.read(0, 1, arena, reason, &bytes) == Error::BadFile);
}

}  // namespace gleed
