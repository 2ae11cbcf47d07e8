// arena.h -- Arena: memory taken in order and given back all at once; the only allocator of the runtime.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "gleed/base/error.h"
#include "gleed/base/span.h"

namespace gleed {

// Every tensor's memory is aligned so.
constexpr size_t kAlignment = 64;

// Hands out memory from the caller's block, or (built by `Arena::heap`) from blocks it takes from the heap as it
// needs them. Everything is returned together when the arena dies. Not thread-safe; used while loading only.
class Arena {
 public:
  // Uses exactly `memory`, which the caller owns and which must outlive the arena. Any alignment.
  explicit Arena(Span<uint8_t> memory) : memory_(memory) {}
  // Grows by malloc; frees in the destructor.
  static Arena heap() { return Arena(Grows{}); }

  Arena(Arena&& other) noexcept;
  Arena& operator=(Arena&& other) noexcept;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() { release(); }

  // `bytes` zeroed bytes at a multiple of `alignment` (a power of two); nullptr when there is no room. bytes may be 0.
  void* allocate(size_t bytes, size_t alignment = kAlignment);

  // `count` value-initialised objects of T, which must need no destructor; a null span's data when there is no room.
  template <class T>
  Span<T> array(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (count > SIZE_MAX / sizeof(T)) return {};
    T* first = static_cast<T*>(allocate(count * sizeof(T), alignof(T)));
    if (!first) return {};
    for (size_t i = 0; i < count; ++i) new (first + i) T();
    return {first, count};
  }

  // Bytes handed out so far, alignment gaps included: the size a caller's block needs for the same loads
  // (plus up to kAlignment when the block itself is not aligned).
  size_t bytes_used() const { return used_; }

 private:
  struct Block;
  struct Grows {};
  explicit Arena(Grows) : grows_(true) {}
  void release();
  void count(size_t bytes, size_t alignment);

  Span<uint8_t> memory_;  // what is left of the current block
  Block* blocks_ = nullptr;
  size_t used_ = 0;
  bool grows_ = false;
};

}  // namespace gleed
