// data_loader.h -- DataLoader: where a program's bytes come from. One interface; memory here, files in platform/posix.
#pragma once
#include <cstdint>

#include "gleed/base/arena.h"
#include "gleed/base/error.h"
#include "gleed/base/span.h"

namespace gleed {

// Gives ranges of a file's bytes. What `read` returns stays valid as long as both the loader and the arena live.
class DataLoader {
 public:
  virtual ~DataLoader() = default;
  virtual uint64_t size() const = 0;
  // The bytes [offset, offset + bytes), aligned as they are in the file up to kAlignment (offset 64 is at a multiple of
  // 64). A loader that must copy takes the memory from `arena`. Errors: BadFile past the end, Io, OutOfMemory.
  virtual Error read(uint64_t offset, uint64_t bytes, Arena& arena, Reason& reason, Bytes* out) = 0;
};

// A program that lies in memory already: flash, a linked-in array, a buffer. Never copies; the caller owns the memory,
// which must start at a multiple of 16.
class MemoryLoader final : public DataLoader {
 public:
  explicit MemoryLoader(Bytes memory) : memory_(memory) {}
  uint64_t size() const override { return memory_.size; }
  Error read(uint64_t offset, uint64_t bytes, Arena& arena, Reason& reason, Bytes* out) override;

 private:
  Bytes memory_;
};

}  // namespace gleed
