// write.h -- a program file from ProgramData: for the compiler and tools, not part of the runtime.
#pragma once
#include <vector>

#include "gleed/base/error.h"
#include "gleed/format/program_data.h"

namespace gleed {

// Alignments are powers of two.
struct WriteOptions {
  uint64_t tensor_alignment = 16;    // of each constant inside its segment
  uint64_t delegate_alignment = 16;  // of delegate payloads
  uint64_t segment_alignment = 128;  // of segments in the file; a page's size suits mapped files
  bool inline_delegates = false;     // payloads into the flatbuffer instead of segments
};

// Takes the bytes of a file in order. An implementation that fails says why in its own Reason.
struct Sink {
  virtual ~Sink() = default;
  virtual Error write(Bytes bytes) = 0;
};

// Writes `data` as a program file. Equal constants are stored once, and so are equal delegate payloads and named blobs.
// Methods come in alphabetical order, constant methods last. The program is verified before the first byte goes to the
// sink. BadArgument with what is wrong; whatever the sink returns. Weights go straight from `data` to the sink.
Error write_program_to(const ProgramData& data, const WriteOptions& options, Sink& sink, Reason& reason);

// The same into memory, replacing what `out` held.
Error write_program(const ProgramData& data, const WriteOptions& options, std::vector<uint8_t>* out, Reason& reason);

// The same into the file at `path`, or the one that a link there points to. It appears whole or not at all: it is
// written under a temporary name in the same folder, synced, and renamed; on failure an old file of that name stays and
// nothing is left beside it. Io names the path and the system's reason.
Error save_program(const ProgramData& data, const WriteOptions& options, const char* path, Reason& reason);

}  // namespace gleed
