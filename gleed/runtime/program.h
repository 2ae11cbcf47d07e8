// program.h -- Program: a verified .pte file, from which methods are loaded.
#pragma once
#include "gleed/core/catalogue.h"
#include "gleed/format/schema.h"
#include "gleed/platform/data_loader.h"

namespace gleed {

// Two phases: construct anywhere, then `load`. The loader, the arena and the catalogue must outlive it, and it must
// outlive its methods. Loading is not thread-safe; once loaded a program is only read, except by Method::load.
class Program {
 public:
  Program() = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Reads and verifies everything in the file but the tensors' bytes; time is linear in the size of the flatbuffer.
  // Errors: BadFile with what is wrong and where, Io, OutOfMemory.
  Error load(DataLoader& loader, Arena& arena, Reason& reason, const Catalogue& catalogue = gleed::catalogue());

  size_t method_count() const;
  // The name of method i, i < method_count().
  const char* method_name(size_t i) const;
  // The bytes of a delegate's or user's blob stored under `key`; empty when there are none.
  Bytes named_data(const char* key, Reason& reason);

  // For Method and tools.
  const pte::Program& root() const { return root_; }
  const Catalogue& catalogue() const { return *catalogue_; }
  // The method called `name`; NotFound with the names that exist.
  Error find_plan(const char* name, Reason& reason, pte::ExecutionPlan* out) const;
  // The bytes of segment `index` (in range, verified), read when first asked for.
  Error segment(uint32_t index, Reason& reason, Bytes* out);
  // The first `bytes` bytes of constant `index`, the data of a tensor in this program: verified to be there.
  Error constant(uint32_t index, uint64_t bytes, Reason& reason, Bytes* out);
  // The same of the initial value number `index` of mutable tensors.
  Error initial_value(uint32_t index, uint64_t bytes, Reason& reason, Bytes* out);

 private:
  Error part(const pte::SubsegmentOffsets& table, uint32_t index, uint64_t bytes, Reason& reason, Bytes* out);

  DataLoader* loader_ = nullptr;
  Arena* arena_ = nullptr;
  const Catalogue* catalogue_ = nullptr;
  pte::Program root_;
  uint64_t segment_base_ = 0;
  Span<Bytes> segments_;  // data is null until read
};

}  // namespace gleed
