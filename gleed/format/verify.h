// verify.h -- the gate that every program file passes: what holds behind it, the runtime takes for granted.
#pragma once
#include "gleed/base/error.h"
#include "gleed/format/schema.h"

namespace gleed {

// Where the parts of a file lie, from its first bytes.
struct FileHead {
  uint64_t program_size = 0;       // flatbuffer and header, from byte 0
  uint64_t segment_base = 0;       // 0 without segments
  uint64_t segment_data_size = 0;  // 0 without segments, or unknown (files of old writers)
  bool has_header = false;
};

// A verified program; lives as long as the bytes it was made from.
struct ProgramView {
  pte::Program root;
  FileHead head;
};

// Reads file id and extended header from the first pte::kHeadBytes bytes of a file of `file_size` bytes. BadFile when
// it is no program, of another version, or its parts do not lie inside the file.
Error read_head(Bytes first, uint64_t file_size, Reason& reason, FileHead* out);

// Verifies everything that can be known without operators and backends: structure, and every index, size and place.
// `program` is the file's first program_size bytes (more is fine) and must begin at a multiple of 8; segments need not
// be in memory. Time is linear in program_size. BadFile says what is wrong and where; Unsupported where a valid file
// wants more than this runtime does.
Error verify_program(Bytes program, uint64_t file_size, Reason& reason, ProgramView* out);

// The same for a whole file in memory.
inline Error verify_program(Bytes file, Reason& reason, ProgramView* out) {
  return verify_program(file, file.size, reason, out);
}

}  // namespace gleed
