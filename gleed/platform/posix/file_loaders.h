// file_loaders.h -- programs in files: mapped (the default) or read piece by piece.
#pragma once
#include "gleed/platform/data_loader.h"

namespace gleed {

// Maps the file read-only: loading copies nothing, and processes that map the same file share its pages. The file must
// not be truncated while it is mapped.
class MmapLoader final : public DataLoader {
 public:
  MmapLoader() = default;
  MmapLoader(const MmapLoader&) = delete;
  MmapLoader& operator=(const MmapLoader&) = delete;
  ~MmapLoader() override;
  // Errors: Io with the path and the system's reason; BadFile for an empty file.
  Error open(const char* path, Reason& reason);
  uint64_t size() const override { return map_.size; }
  Error read(uint64_t offset, uint64_t bytes, Arena& arena, Reason& reason, Bytes* out) override;

 private:
  Bytes map_;
};

// Reads what is asked for into the arena: for file systems that cannot map, and for memory that must be private.
class FileLoader final : public DataLoader {
 public:
  FileLoader() = default;
  FileLoader(const FileLoader&) = delete;
  FileLoader& operator=(const FileLoader&) = delete;
  ~FileLoader() override;
  // Errors: Io with the path and the system's reason.
  Error open(const char* path, Reason& reason);
  uint64_t size() const override { return size_; }
  Error read(uint64_t offset, uint64_t bytes, Arena& arena, Reason& reason, Bytes* out) override;

 private:
  int file_ = -1;
  uint64_t size_ = 0;
};

}  // namespace gleed
