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

namespace {
// The part of `whole` from `offset` on, which must hold `bytes`.
Error slice(Bytes whole, uint64_t offset, uint64_t bytes, const char* what, uint32_t index, Reason& reason,
            Bytes* out) {
  if (offset > whole.size || bytes > whole.size - offset) {
    return reason.fail(Error::BadFile,
                       {what, " ", index, " needs ", bytes, " bytes at ", offset, "; its segment has ", whole.size});
  }
  *out = {whole.data + offset, static_cast<size_t>(bytes)};
  return Error::Ok;
}
}  // namespace

Error Program::constant(uint32_t index, uint64_t bytes, Reason& reason, Bytes* out) {
  const pte::SubsegmentOffsets table = root_.constant_segment();
  if (table && table.offsets().size != 0) {
    if (index >= table.offsets().size) return reason.fail(Error::BadFile, {"there is no constant ", index});
    Bytes whole;
    GLEED_TRY(segment(table.segment_index(), reason, &whole));
    return slice(whole, table.offsets()[index], bytes, "constant", index, reason, out);
  }
  const auto buffers = root_.constant_buffer();
  if (index >= buffers.size) return reason.fail(Error::BadFile, {"there is no constant ", index});
  return slice(buffers[index].storage().span(), 0, bytes, "constant", index, reason, out);
}

Error Program::initial_value(uint32_t index, uint64_t bytes, Reason& reason, Bytes* out) {
  const auto tables = root_.mutable_data_segments();
  if (tables.size == 0 || index >= tables[0].offsets().size) {
    return reason.fail(Error::BadFile, {"there is no initial value ", index});
  }
  Bytes whole;
  GLEED_TRY(segment(tables[0].segment_index(), reason, &whole));
  return slice(whole, tables[0].offsets()[index], bytes, "initial value", index, reason, out);
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
