// verify.cpp -- the head of a file, and what the program says about the file as a whole: segments, constants, named
// data.
#include "gleed/format/verify.h"

#include "gleed/base/checked.h"
#include "gleed/format/bad_file.h"
#include "gleed/format/flat_verify.h"
#include "gleed/format/verify_method.h"

namespace gleed {
namespace {

// Printable text for up to four bytes of a file that is something else.
struct FirstBytes {
  char text[5] = {};
  explicit FirstBytes(const uint8_t* at) {
    for (int i = 0; i < 4; ++i) text[i] = at[i] >= 32 && at[i] < 127 ? static_cast<char>(at[i]) : '.';
  }
};

Error check_id(const uint8_t* first, Reason& reason) {
  if (std::memcmp(first + 4, pte::kFileId, 4) == 0) return Error::Ok;
  const FirstBytes id(first + 4), start(first);
  if (first[4] == 'E' && first[5] == 'T') {
    return reason.fail(Error::BadFile, {"program version \"", id.text, "\" is not supported; expected file id ",
                                        pte::kFileId, " (export the model again with a current release)"});
  }
  return reason.fail(Error::BadFile, {"not a PTE program (starts with \"", start.text, id.text,
                                      "\"); expected file id ", pte::kFileId, " at byte 4"});
}

Error check_segments(const pte::Program& root, const FileHead& head, uint64_t file_size, Reason& reason) {
  // Old writers leave the size out; then the file's end is the limit.
  const uint64_t room = head.segment_data_size ? head.segment_data_size : file_size - head.segment_base;
  const auto segments = root.segments();
  for (uint32_t i = 0; i < segments.size; ++i) {
    const pte::DataSegment s = segments[i];
    if (s.size() == 0 && s.offset() <= room) continue;
    if (head.segment_base == 0) {
      return bad_file(reason, "segment % has % bytes, but the file does not say where segments begin", i, s.size());
    }
    if (s.offset() > room || s.size() > room - s.offset()) {
      return bad_file(reason,
                      "segment % (% bytes from %) ends after the % bytes of segment data; the file is cut short or "
                      "damaged",
                      i, s.size(), s.offset(), room);
    }
  }
  return Error::Ok;
}

Error check_segment_index(uint32_t index, const pte::Program& root, Reason& reason) {
  if (index < root.segments().size) return Error::Ok;
  return bad_file(reason, "names segment %; there are %", index, root.segments().size);
}

Error check_offsets(const pte::SubsegmentOffsets& table, const pte::Program& root, Reason& reason) {
  const auto offsets = table.offsets();
  if (offsets.size == 0) return Error::Ok;
  GLEED_TRY(check_segment_index(table.segment_index(), root, reason));
  const uint64_t size = root.segments()[table.segment_index()].size();
  for (uint32_t i = 0; i < offsets.size; ++i) {
    if (offsets[i] > size) {
      return bad_file(reason, "entry % begins at byte % of a segment of %", i, offsets[i], size);
    }
  }
  return Error::Ok;
}

Error check_data(const pte::Program& root, Reason& reason) {
  if (root.constant_buffer().size && root.constant_segment().offsets().size) {
    return reason.fail(Error::BadFile,
                       {"constants lie both in constant_buffer and in constant_segment; only one may be filled"});
  }
  if (Error e = check_offsets(root.constant_segment(), root, reason); e != Error::Ok) {
    reason.prefix({"constant_segment: "});
    return e;
  }
  const auto mutable_segments = root.mutable_data_segments();
  for (uint32_t i = 0; i < mutable_segments.size; ++i) {
    if (Error e = check_offsets(mutable_segments[i], root, reason); e != Error::Ok) {
      reason.prefix({"mutable_data_segments ", i, ": "});
      return e;
    }
  }
  const auto named = root.named_data();
  for (uint32_t i = 0; i < named.size; ++i) {
    if (!named[i].key()) return bad_file(reason, "named_data % has no key", i);
    if (Error e = check_segment_index(named[i].segment_index(), root, reason); e != Error::Ok) {
      reason.prefix({"named_data ", i, ": "});
      return e;
    }
  }
  return Error::Ok;
}

}  // namespace

Error read_head(Bytes first, uint64_t file_size, Reason& reason, FileHead* out) {
  if (first.size >= 8) GLEED_TRY(check_id(first.data, reason));
  if (first.size < pte::kHeadBytes || file_size < pte::kHeadBytes) {
    return bad_file(reason, "the file has only % bytes; a program has at least %",
                    file_size < first.size ? file_size : first.size, pte::kHeadBytes);
  }
  FileHead head;
  head.program_size = file_size;
  if (std::memcmp(first.data + 8, pte::kHeaderMagic, 4) == 0) {
    const uint32_t length = flat::load<uint32_t>(first.data + 12);
    if (length < 24) {
      return bad_file(reason, "the extended header says it has % bytes; the least is 24", length);
    }
    head.has_header = true;
    head.program_size = flat::load<uint64_t>(first.data + 16);
    head.segment_base = flat::load<uint64_t>(first.data + 24);
    head.segment_data_size = length >= 32 ? flat::load<uint64_t>(first.data + 32) : 0;
    if (head.program_size < 8 + uint64_t{24} || head.program_size > file_size) {
      return bad_file(reason, "program_size is %, but the file has % bytes; it is cut short or damaged",
                      head.program_size, file_size);
    }
    uint64_t end = 0;
    if (!checked_add(head.segment_base, head.segment_data_size, &end) || end > file_size) {
      return bad_file(reason, "segments (% bytes from %) end after the file's % bytes; it is cut short or damaged",
                      head.segment_data_size, head.segment_base, file_size);
    }
    if (head.segment_base != 0 && head.segment_base < head.program_size) {
      return bad_file(reason, "segment_base_offset % lies inside the program's % bytes", head.segment_base,
                      head.program_size);
    }
    if (head.segment_base == 0 && head.segment_data_size != 0) {
      return reason.fail(Error::BadFile,
                         {"segment_data_size is ", head.segment_data_size, ", but segment_base_offset is 0"});
    }
  }
  *out = head;
  return Error::Ok;
}

Error verify_program(Bytes program, uint64_t file_size, Reason& reason, ProgramView* out) {
  if (reinterpret_cast<uintptr_t>(program.data) % 8 != 0) {
    return reason.fail(Error::BadArgument, {"the program's memory must begin at a multiple of 8 bytes"});
  }
  ProgramView view;
  GLEED_TRY(read_head(program, file_size, reason, &view.head));
  if (program.size < view.head.program_size) {
    return reason.fail(Error::BadArgument,
                       {"only ", program.size, " of the program's ", view.head.program_size, " bytes were given"});
  }
  program.size = view.head.program_size;
  const uint32_t root_at = flat::load<uint32_t>(program.data);
  if (root_at < 8) return bad_file(reason, "the root table's position is %; the least is 8", root_at);
  GLEED_TRY(flat::verify(program, root_at, flat::kInfo<pte::Program>, reason));
  view.root = pte::Program(program.data + root_at);
  if (!view.root.execution_plan()) return bad_file(reason, "the program has no execution_plan");
  GLEED_TRY(check_segments(view.root, view.head, file_size, reason));
  GLEED_TRY(check_data(view.root, reason));
  GLEED_TRY(verify_methods(view.root, view.head.segment_base, reason));
  *out = view;
  return Error::Ok;
}

}  // namespace gleed
