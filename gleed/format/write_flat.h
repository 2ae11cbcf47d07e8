// write_flat.h -- between the parts of the writer: where the data went, and the flatbuffer that says so.
#pragma once
#include <string>
#include <vector>

#include "gleed/base/error.h"
#include "gleed/format/flat_builder.h"
#include "gleed/format/write.h"

namespace gleed {

// A run of bytes that a segment is made of, at `offset` in it.
struct Piece {
  uint64_t offset = 0;
  Bytes bytes;
};

struct SegmentPlan {
  uint64_t offset = 0;  // from the segments' base
  uint64_t size = 0;
  uint64_t alignment = 1;
  std::vector<Piece> pieces;
};

// What was decided about the data outside the flatbuffer.
struct Layout {
  std::vector<SegmentPlan> segments;       // constants first; mutable values second, if any
  std::vector<uint64_t> constant_offsets;  // entry 0 is the placeholder
  std::vector<uint32_t> constant_index;    // of each constant: its entry
  std::vector<uint64_t> initial_offsets;   // entry 0 is the placeholder; empty without mutable values
  struct Blob {
    bool is_inline = false;
    uint32_t index = 0;  // of the inline blob, or of the segment
  };
  std::vector<Blob> delegate_blobs;
  std::vector<Bytes> inline_blobs;
  std::vector<uint32_t> named_segments;  // of each named blob

  // Bytes from the segments' base to the end of the last one.
  uint64_t data_bytes() const { return segments.empty() ? 0 : segments.back().offset + segments.back().size; }
};

// Puts every piece of data in its place.
Layout plan_layout(const ProgramData& data, const WriteOptions& options);

// Builds the flatbuffer, without header. BadArgument when an index in `data` leads nowhere.
Error build_program(const ProgramData& data, const WriteOptions& options, const Layout& layout,
                    flat::FlatBuilder* builder, Reason& reason);

}  // namespace gleed
