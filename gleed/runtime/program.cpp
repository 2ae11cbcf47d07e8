// program.cpp -- opening a file: head, verification, segments on demand.
#include "gleed/runtime/program.h"

#include <cstring>

#include "gleed/format/verify.h"

namespace gleed {

Error Program::load(DataLoader& loader, Arena& arena, Reason& reason, const Catalogue& catalogue) {
  loader_ = &loader;
  arena_ = &arena;
  catalogue_ = &catalogue;
  const uint64_t file_size = loader.size();
  Bytes first, bytes;
  GLEED_TRY(loader.read(0, file_size < pte::kHeadBytes ? file_size : pte::kHeadBytes, arena, reason, &first));
  FileHead head;
  GLEED_TRY(read_head(first, file_size, reason, &head));
  GLEED_TRY(loader.read(0, head.program_size, arena, reason, &bytes));
  ProgramView view;
  GLEED_TRY(verify_program(bytes, file_size, reason, &view));
  root_ = view.root;
  segment_base_ = view.head.segment_base;
  const size_t count = root_.segments().size;
  segments_ = arena.array<Bytes>(count);
  if (count && !segments_.data)
    return reason.fail(Error::OutOfMemory, {"no room for the table of ", count, " segments"});
  return Error::Ok;
}

size_t Program::method_count() const { return root_.execution_plan().size; }

const char* Program::method_name(size_t i) const {
  return root_.execution_plan()[static_cast<uint32_t>(i)].name().c_str();
}

Error Program::find_plan(const char* name, Reason& reason, pte::ExecutionPlan* out) const {
  for (const pte::ExecutionPlan plan : root_.execution_plan()) {
    if (std::strcmp(plan.name().c_str(), name) == 0) {
      *out = plan;
      return Error::Ok;
    }
  }
  (void)reason.fail(Error::NotFound, {});
  for (size_t i = method_count(); i-- > 0;)
    reason.prefix({"\"", method_name(i), i + 1 == method_count() ? "\"" : "\", "});
  reason.prefix({"no method \"", name, "\"; the program has "});
  return Error::NotFound;
}

Error Program::segment(uint32_t index, Reason& reason, Bytes* out) {
  Bytes& cached = segments_[index];
  const pte::DataSegment segment = root_.segments()[index];
  if (!cached.data && segment.size() != 0) {
    GLEED_TRY(loader_->read(segment_base_ + segment.offset(), segment.size(), *arena_, reason, &cached));
  }
  *out = cached;
  return Error::Ok;
}

Error Program::constant(uint32_t index, uint64_t bytes, Reason& reason, Bytes* out) {
  const pte::SubsegmentOffsets table = root_.constant_segment();
  if (table.offsets().size == 0) {
    *out = {root_.constant_buffer()[index].storage().data, static_cast<size_t>(bytes)};
    return Error::Ok;
  }
  return part(table, index, bytes, reason, out);
}

Error Program::initial_value(uint32_t index, uint64_t bytes, Reason& reason, Bytes* out) {
  return part(root_.mutable_data_segments()[0], index, bytes, reason, out);
}

Error Program::part(const pte::SubsegmentOffsets& table, uint32_t index, uint64_t bytes, Reason& reason, Bytes* out) {
  Bytes whole;
  GLEED_TRY(segment(table.segment_index(), reason, &whole));
  *out = {whole.data + table.offsets()[index], static_cast<size_t>(bytes)};
  return Error::Ok;
}

Bytes Program::named_data(const char* key, Reason& reason) {
  for (const pte::NamedData data : root_.named_data()) {
    if (std::strcmp(data.key().c_str(), key) != 0) continue;
    Bytes bytes;
    if (segment(data.segment_index(), reason, &bytes) == Error::Ok) return bytes;
  }
  return {};
}

}  // namespace gleed
