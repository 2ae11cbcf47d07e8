// arena_test.cpp -- memory is aligned, zeroed, apart, exactly accounted for, and survives a move of its arena.
#include "gleed/base/arena.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>
#include <vector>

namespace gleed {
namespace {

bool is_zero(const void* p, size_t n) {
  const auto* bytes = static_cast<const uint8_t*>(p);
  for (size_t i = 0; i < n; ++i) {
    if (bytes[i]) return false;
  }
  return true;
}

uintptr_t address(const void* p) { return reinterpret_cast<uintptr_t>(p); }

TEST_CASE("memory from the caller's block lies inside it, aligned and zeroed, in order") {
  std::vector<uint8_t> block(1000, 0xff);
  Arena arena({block.data() + 1, 900});  // at an odd address
  const uint8_t* end = block.data() + 1;
  for (const size_t alignment : {1, 2, 8, 64, 16}) {
    auto* p = static_cast<uint8_t*>(arena.allocate(33, alignment));
    REQUIRE(p);
    CHECK(address(p) % alignment == 0);
    CHECK(p >= end);
    CHECK(is_zero(p, 33));
    end = p + 33;
  }
  CHECK(arena.bytes_used() == static_cast<size_t>(end - block.data() - 1));
  CHECK(end <= block.data() + 901);
}

TEST_CASE("a block is used to its last byte and not beyond") {
  alignas(64) uint8_t block[128];
  Arena arena(block);
  CHECK(arena.allocate(64) == block);
  CHECK(arena.allocate(65, 1) == nullptr);
  CHECK(arena.bytes_used() == 64);  // a refusal takes nothing
  CHECK(arena.allocate(64, 1) == block + 64);
  CHECK(arena.allocate(1, 1) == nullptr);
  CHECK(arena.allocate(0, 1) == block + 128);
  Arena odd({block + 1, 63});  // the next multiple of 64 is past its end
  CHECK(odd.allocate(0, 64) == block + 64);
  CHECK(odd.allocate(1, 64) == nullptr);
  Arena none(Span<uint8_t>{});
  CHECK(none.allocate(0, 1) == nullptr);
}

TEST_CASE("sizes that overflow are refused") {
  uint8_t block[64];
  Arena arena(block), heap = Arena::heap();
  CHECK(arena.allocate(SIZE_MAX, 64) == nullptr);
  CHECK(heap.allocate(SIZE_MAX, 64) == nullptr);
  CHECK(heap.allocate(SIZE_MAX / 2 + 1, 64) == nullptr);
  CHECK(heap.array<uint64_t>(SIZE_MAX / 4).data == nullptr);
  CHECK(heap.bytes_used() == 0);
  CHECK(heap.allocate(10) != nullptr);  // and the arena can still be used
}

TEST_CASE("a heap arena grows, and its pieces do not overlap") {
  Arena arena = Arena::heap();
  std::vector<Span<uint8_t>> pieces;
  size_t asked = 0;
  for (const size_t bytes : {1, 100, 5000, 70000, 64, 0, 3, 16000, 4096, 1 << 20, 7}) {
    auto* p = static_cast<uint8_t*>(arena.allocate(bytes));
    REQUIRE(p);
    CHECK(address(p) % kAlignment == 0);
    CHECK(is_zero(p, bytes));
    std::memset(p, 0xab, bytes);  // sanitizers see a piece that is too small
    pieces.push_back({p, bytes});
    asked += bytes;
  }
  CHECK(arena.bytes_used() >= asked);
  for (size_t i = 0; i < pieces.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      const bool apart = pieces[i].end() <= pieces[k].begin() || pieces[k].end() <= pieces[i].begin();
      CHECK(apart);
    }
  }
}

TEST_CASE("arrays are value-initialised and aligned for their type") {
  struct Item {
    int64_t a = 7;
    char b = 'x';
  };
  Arena arena = Arena::heap();
  REQUIRE(arena.allocate(1, 1));
  const Span<Item> items = arena.array<Item>(5);
  REQUIRE(items.size == 5);
  CHECK(address(items.data) % alignof(Item) == 0);
  for (const Item& item : items) {
    CHECK(item.a == 7);
    CHECK(item.b == 'x');
  }
  uint8_t little[16];
  Arena full({little, sizeof little});
  CHECK(full.array<Item>(2).data == nullptr);
  CHECK(full.array<Item>(2).size == 0);
}

TEST_CASE("moving an arena moves its memory; the old one is empty") {
  Arena first = Arena::heap();
  auto* text = static_cast<char*>(first.allocate(6));
  std::memcpy(text, "gleed", 6);
  const size_t used = first.bytes_used();
  Arena second = std::move(first);
  CHECK(second.bytes_used() == used);
  CHECK(first.bytes_used() == 0);
  CHECK(std::string(text) == "gleed");
  Arena third = Arena::heap();
  REQUIRE(third.allocate(100000));  // given back by the assignment; the leak checker sees when it is not
  third = std::move(second);
  CHECK(std::string(text) == "gleed");
  CHECK(third.bytes_used() == used);
  Arena& itself = third;
  third = std::move(itself);
  CHECK(third.bytes_used() == used);
  CHECK(first.allocate(8) != nullptr);  // and it can be used again
}

TEST_CASE("a block of bytes_used serves the same requests") {
  std::mt19937 random(1);
  int failures = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<std::pair<size_t, size_t>> requests;
    for (int i = 0; i < 40; ++i) {
      const size_t bytes = random() % 4 ? random() % 300 : random() % 20000;
      requests.emplace_back(bytes, size_t{1} << random() % 7);
    }
    const auto serves = [&](Arena& arena) {
      for (const auto& [bytes, alignment] : requests) {
        if (!arena.allocate(bytes, alignment)) return false;
      }
      return true;
    };
    Arena heap = Arena::heap();
    REQUIRE(serves(heap));
    const size_t used = heap.bytes_used();
    auto* block = static_cast<uint8_t*>(std::aligned_alloc(kAlignment, (used / kAlignment + 2) * kAlignment));
    Arena exact({block, used}), less({block, used - 1}),
        shifted({block + 1 + round % 63, used + kAlignment - 1 - round % 63});
    failures += !serves(exact) + serves(less) + !serves(shifted);
    CHECK(exact.bytes_used() == used);
    std::free(block);
  }
  CHECK(failures == 0);
}

}  // namespace
}  // namespace gleed
