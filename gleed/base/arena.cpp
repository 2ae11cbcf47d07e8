// arena.cpp -- Arena: a bump pointer over one block, or over a chain of heap blocks.
#include "gleed/base/arena.h"

#include <cstdlib>
#include <utility>

namespace gleed {

struct Arena::Block {
  Block* next;
};

Arena::Arena(Arena&& other) noexcept
    : memory_(other.memory_), blocks_(other.blocks_), used_(other.used_), grows_(other.grows_) {
  other.memory_ = {};
  other.blocks_ = nullptr;
  other.used_ = 0;
}

Arena& Arena::operator=(Arena&& other) noexcept {
  if (this == &other) return *this;
  release();
  memory_ = std::exchange(other.memory_, {});
  blocks_ = std::exchange(other.blocks_, nullptr);
  used_ = std::exchange(other.used_, 0);
  grows_ = other.grows_;
  return *this;
}

void Arena::release() {
  while (blocks_) std::free(std::exchange(blocks_, blocks_->next));
}

// Where the heap puts things says nothing about one block: counts as if all lay in a block that begins at a multiple of
// the alignment.
void Arena::count(size_t bytes, size_t alignment) { used_ = (used_ + alignment - 1) / alignment * alignment + bytes; }

void* Arena::allocate(size_t bytes, size_t alignment) {
  constexpr size_t kBlock = 16 * 1024;
  const auto gap = [&] { return (alignment - reinterpret_cast<uintptr_t>(memory_.data) % alignment) % alignment; };
  size_t skip = gap();
  if (memory_.size < skip || memory_.size - skip < bytes || !memory_.data) {
    if (!grows_ || bytes > SIZE_MAX / 2) return nullptr;
    // Large requests get a block of their own, so that the rest of the current one is not lost.
    const size_t room = bytes + alignment;
    const bool own = room > kBlock / 4;
    const size_t size = own ? room : kBlock;
    auto* block = static_cast<Block*>(std::calloc(1, sizeof(Block) + size));
    if (!block) return nullptr;
    block->next = blocks_;
    blocks_ = block;
    uint8_t* first = reinterpret_cast<uint8_t*>(block + 1);
    if (own) {
      count(bytes, alignment);
      return first + (alignment - reinterpret_cast<uintptr_t>(first) % alignment) % alignment;
    }
    memory_ = {first, size};
    skip = gap();
  }
  uint8_t* result = memory_.data + skip;
  memory_ = {result + bytes, memory_.size - skip - bytes};
  if (grows_) {
    count(bytes, alignment);
  } else {
    used_ += skip + bytes;
    std::memset(result, 0, bytes);  // a caller's block may hold anything; calloc's does not
  }
  return result;
}

}  // namespace gleed
