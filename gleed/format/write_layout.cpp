// write_layout.cpp -- decides where each constant and blob lies, and which of them are the same.
#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "gleed/format/write_flat.h"

namespace gleed {
namespace {

std::string_view text_of(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data), bytes.size}; }

uint64_t round_up(uint64_t n, uint64_t alignment) { return (n + alignment - 1) / alignment * alignment; }

// Numbers contents in order of first appearance.
class Distinct {
 public:
  // The number of these bytes; *is_new when they have not been seen before.
  uint32_t number(Bytes bytes, bool* is_new) {
    const auto [found, inserted] = numbers_.try_emplace(text_of(bytes), static_cast<uint32_t>(numbers_.size()));
    *is_new = inserted;
    return found->second;
  }

 private:
  std::unordered_map<std::string_view, uint32_t> numbers_;  // hashes, then compares
};

void append_piece(SegmentPlan* segment, Bytes bytes, uint64_t alignment) {
  const uint64_t offset = round_up(segment->size, alignment);
  segment->pieces.push_back({offset, bytes});
  segment->size = offset + bytes.size;
}

void plan_constants(const ProgramData& data, uint64_t alignment, Layout* out) {
  SegmentPlan segment;
  segment.alignment = alignment;
  out->constant_offsets = {0};
  Distinct distinct;
  for (const Bytes bytes : data.constants) {
    bool is_new = false;
    out->constant_index.push_back(1 + distinct.number(bytes, &is_new));
    if (!is_new) continue;
    append_piece(&segment, bytes, alignment);
    out->constant_offsets.push_back(segment.pieces.back().offset);
  }
  out->segments.push_back(std::move(segment));
}

// Not merged: each is state of its own, and they are small beside the weights.
void plan_initial_values(const ProgramData& data, Layout* out) {
  if (data.initial_values.empty()) return;
  SegmentPlan segment;
  out->initial_offsets = {0};
  for (const Bytes bytes : data.initial_values) {
    append_piece(&segment, bytes, 1);
    out->initial_offsets.push_back(segment.pieces.back().offset);
  }
  out->segments.push_back(std::move(segment));
}

// Segments of one blob each, equal ones shared.
class BlobSegments {
 public:
  explicit BlobSegments(Layout* out) : out_(out), first_(static_cast<uint32_t>(out->segments.size())) {}

  uint32_t segment(Bytes bytes, uint64_t alignment) {
    bool is_new = false;
    const uint32_t index = first_ + distinct_.number(bytes, &is_new);
    if (is_new) {
      SegmentPlan plan;
      append_piece(&plan, bytes, 1);
      out_->segments.push_back(std::move(plan));
    }
    out_->segments[index].alignment = std::max(out_->segments[index].alignment, alignment);
    return index;
  }

 private:
  Layout* out_;
  uint32_t first_;
  Distinct distinct_;
};

void plan_delegates(const ProgramData& data, const WriteOptions& options, Layout* out) {
  BlobSegments segments(out);
  Distinct inlined;
  for (const Bytes bytes : data.delegate_blobs) {
    Layout::Blob blob;
    blob.is_inline = bytes.empty() || options.inline_delegates;
    if (blob.is_inline) {
      bool is_new = false;
      blob.index = inlined.number(bytes, &is_new);
      if (is_new) out->inline_blobs.push_back(bytes);
    } else {
      blob.index = segments.segment(bytes, options.delegate_alignment);
    }
    out->delegate_blobs.push_back(blob);
  }
}

}  // namespace

Layout plan_layout(const ProgramData& data, const WriteOptions& options) {
  Layout out;
  plan_constants(data, options.tensor_alignment, &out);
  plan_initial_values(data, &out);
  plan_delegates(data, options, &out);
  BlobSegments named(&out);
  for (const NamedBlob& blob : data.named_data) out.named_segments.push_back(named.segment(blob.bytes, blob.alignment));
  uint64_t end = 0;
  for (SegmentPlan& segment : out.segments) {
    // Both alignments are powers of two, so that the larger is a multiple of the smaller. An empty segment takes no
    // padding, which could lie past the end of the file.
    segment.offset = segment.size ? round_up(end, std::max(options.segment_alignment, segment.alignment)) : end;
    end = segment.offset + segment.size;
  }
  return out;
}

}  // namespace gleed
