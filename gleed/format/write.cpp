// write.cpp -- a whole file: header into the flatbuffer, a last look by the verifier, then segments to the sink.
#include "gleed/format/write.h"

#include <algorithm>

#include "gleed/format/verify.h"
#include "gleed/format/write_flat.h"

namespace gleed {
namespace {

bool is_power_of_two(uint64_t n) { return n && (n & (n - 1)) == 0; }

Error check_alignments(const ProgramData& data, const WriteOptions& options, Reason& reason) {
  constexpr uint64_t kMost = 1 << 20;
  const auto check = [&](uint64_t n, const char* what) {
    if (is_power_of_two(n) && n <= kMost) return Error::Ok;
    return reason.fail(Error::BadArgument, {what, " is ", n, "; it must be a power of two up to ", kMost});
  };
  GLEED_TRY(check(options.tensor_alignment, "tensor_alignment"));
  GLEED_TRY(check(options.delegate_alignment, "delegate_alignment"));
  GLEED_TRY(check(options.segment_alignment, "segment_alignment"));
  for (const NamedBlob& blob : data.named_data) GLEED_TRY(check(blob.alignment, blob.key.c_str()));
  return Error::Ok;
}

// Bytes of the header once padded so that what follows keeps its alignment.
size_t header_bytes(const flat::FlatBuilder& builder) {
  const size_t alignment = builder.largest_alignment();
  return (32 + alignment - 1) / alignment * alignment;
}

// The flatbuffer, with the header after its first eight bytes when there is any segment data.
std::vector<uint8_t> assemble(const flat::FlatBuilder& builder, const WriteOptions& options, uint64_t data_bytes) {
  const Bytes flat = builder.bytes();
  if (data_bytes == 0) return {flat.begin(), flat.end()};
  const size_t header = header_bytes(builder);
  std::vector<uint8_t> out(flat.size + header);
  std::memcpy(out.data(), flat.data, 8);
  std::memcpy(out.data() + 8 + header, flat.data + 8, flat.size - 8);
  const auto put = [&](size_t at, auto value) { std::memcpy(out.data() + at, &value, sizeof value); };
  const uint64_t size = out.size();
  put(0, static_cast<uint32_t>(flat::load<uint32_t>(flat.data) + header));
  std::memcpy(out.data() + 8, pte::kHeaderMagic, 4);
  put(12, uint32_t{32});
  put(16, size);
  put(24, (size + options.segment_alignment - 1) / options.segment_alignment * options.segment_alignment);
  put(32, data_bytes);
  return out;
}

// Bytes to a sink by position, gaps filled with zeros.
class Stream {
 public:
  explicit Stream(Sink& sink) : sink_(sink) {}

  Error write(Bytes bytes) {
    at_ += bytes.size;
    return bytes.empty() ? Error::Ok : sink_.write(bytes);
  }
  Error pad_to(uint64_t position) {
    static constexpr uint8_t kZeros[4096] = {};
    while (at_ < position) GLEED_TRY(write({kZeros, std::min<uint64_t>(position - at_, sizeof kZeros)}));
    return Error::Ok;
  }

 private:
  Sink& sink_;
  uint64_t at_ = 0;
};

struct VectorSink final : Sink {
  explicit VectorSink(std::vector<uint8_t>* to) : out(to) {}
  Error write(Bytes bytes) override {
    out->insert(out->end(), bytes.begin(), bytes.end());
    return Error::Ok;
  }
  std::vector<uint8_t>* out;
};

}  // namespace

Error write_program_to(const ProgramData& data, const WriteOptions& options, Sink& sink, Reason& reason) {
  GLEED_TRY(check_alignments(data, options, reason));
  WriteOptions aligned = options;
  // A constant's alignment holds in the file only when its segment's does.
  aligned.segment_alignment =
      std::max({options.segment_alignment, options.tensor_alignment, options.delegate_alignment});
  for (const NamedBlob& blob : data.named_data)
    aligned.segment_alignment = std::max(aligned.segment_alignment, blob.alignment);
  const Layout layout = plan_layout(data, aligned);
  flat::FlatBuilder builder;
  GLEED_TRY(build_program(data, aligned, layout, &builder, reason));
  const std::vector<uint8_t> program = assemble(builder, aligned, layout.data_bytes());
  const uint64_t program_end = program.size();
  const uint64_t align = aligned.segment_alignment;
  const uint64_t base = layout.data_bytes() ? (program_end + align - 1) / align * align : program_end;
  ProgramView view;
  if (verify_program({program.data(), program.size()}, base + layout.data_bytes(), reason, &view) != Error::Ok) {
    reason.prefix({"the program would not load: "});
    return Error::BadArgument;
  }
  Stream stream(sink);
  GLEED_TRY(stream.write({program.data(), program.size()}));
  for (const SegmentPlan& segment : layout.segments) {
    for (const Piece& piece : segment.pieces) {
      if (piece.bytes.empty()) continue;
      GLEED_TRY(stream.pad_to(base + segment.offset + piece.offset));
      GLEED_TRY(stream.write(piece.bytes));
    }
  }
  return Error::Ok;
}

Error write_program(const ProgramData& data, const WriteOptions& options, std::vector<uint8_t>* out, Reason& reason) {
  out->clear();
  VectorSink sink(out);
  return write_program_to(data, options, sink, reason);
}

}  // namespace gleed
