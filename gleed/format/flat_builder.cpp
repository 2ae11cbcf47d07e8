// flat_builder.cpp -- the buffer that grows at its front, alignment seen from its end, and shared vtables.
#include "gleed/format/flat_builder.h"

namespace gleed::flat {

// Pads so that, once `after_bytes` more are pushed, the front is at a multiple of `alignment` from the end. `finish`
// makes the whole a multiple of every alignment used, so that the same holds from the start.
void FlatBuilder::align(size_t alignment, size_t after_bytes) {
  largest_ = std::max(largest_, alignment);
  const size_t gap = (alignment - (size() + after_bytes) % alignment) % alignment;
  static constexpr uint8_t kZeros[16] = {};
  for (size_t left = gap; left;) {
    const size_t n = std::min(left, sizeof kZeros);
    push(kZeros, n);
    left -= n;
  }
}

void FlatBuilder::push(const void* data, size_t bytes) {
  if (overflowed_ || bytes > kSizeMax - size()) {
    overflowed_ = true;
    return;
  }
  if (bytes > front_) {
    const size_t grown = std::max(buffer_.size() * 2, size() + bytes + 1024);
    std::vector<uint8_t> next(grown);
    if (size()) std::memcpy(next.data() + grown - size(), buffer_.data() + front_, size());
    front_ = grown - size();
    buffer_.swap(next);
  }
  front_ -= bytes;
  if (bytes) std::memcpy(buffer_.data() + front_, data, bytes);
}

void FlatBuilder::push_ref(Ref target) {
  align(4);
  push_scalar(static_cast<uint32_t>(size() + 4 - target.from_end));
}

FlatBuilder::Ref FlatBuilder::string(std::string_view text) {
  align(4, text.size() + 1);
  push("", 1);
  push(text.data(), text.size());
  push_scalar(static_cast<uint32_t>(text.size()));
  return here();
}

FlatBuilder::Ref FlatBuilder::vector_bytes(const uint8_t* data, size_t count, size_t width, size_t alignment) {
  const size_t bytes = count * width;
  align(std::max<size_t>(alignment, 4), bytes);
  push(data, bytes);
  push_scalar(static_cast<uint32_t>(count));
  return here();
}

FlatBuilder::Ref FlatBuilder::vector(const std::vector<Ref>& tables) {
  align(4);
  for (size_t i = tables.size(); i-- > 0;) push_ref(tables[i]);
  push_scalar(static_cast<uint32_t>(tables.size()));
  return here();
}

void FlatBuilder::begin() {
  entries_.clear();
  table_end_ = here().from_end;
}

void FlatBuilder::set_ref(unsigned slot, Ref target) {
  push_ref(target);
  entries_.push_back({slot, here().from_end});
}

void FlatBuilder::set_bits(unsigned slot, uint64_t bits, size_t width) {
  align(width);
  push(&bits, width);  // little-endian: the low bytes come first
  entries_.push_back({slot, here().from_end});
}

FlatBuilder::Ref FlatBuilder::end() {
  push_ref(here());  // a placeholder for the distance to the vtable
  const Ref table = here();
  unsigned slots = 0;
  for (const Entry& e : entries_) slots = std::max(slots, e.slot + 1);
  std::vector<uint16_t> vtable(2 + slots);
  vtable[0] = static_cast<uint16_t>(2 * vtable.size());
  vtable[1] = static_cast<uint16_t>(table.from_end - table_end_);
  for (const Entry& e : entries_) vtable[2 + e.slot] = static_cast<uint16_t>(table.from_end - e.from_end);
  const auto [found, is_new] = vtables_.try_emplace(vtable, 0);
  if (is_new) {
    align(2, 2 * vtable.size());
    push(vtable.data(), 2 * vtable.size());
    found->second = here().from_end;
  }
  if (!overflowed_) {
    const int32_t distance = static_cast<int32_t>(found->second) - static_cast<int32_t>(table.from_end);
    std::memcpy(buffer_.data() + buffer_.size() - table.from_end, &distance, 4);
  }
  return table;
}

void FlatBuilder::finish(Ref root, const char* file_id) {
  align(largest_, 8);
  push(file_id, 4);
  push_scalar(static_cast<uint32_t>(size() + 4 - root.from_end));
}

}  // namespace gleed::flat
