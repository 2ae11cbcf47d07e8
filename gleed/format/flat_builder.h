// flat_builder.h -- FlatBuilder: makes a flatbuffer from the back to the front, children before the tables that name
// them.
#pragma once
#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "gleed/format/flat.h"

namespace gleed::flat {

// Builds one flatbuffer. Everything is a Ref: the distance of a finished object from the end, which does not change as
// the front grows. Tables can't be nested: make children first. Fails only by exceeding `kSizeMax`; see `overflowed`.
class FlatBuilder {
 public:
  static constexpr size_t kSizeMax = 0x7fffff00;  // offsets are 32 bits, and readers elsewhere keep the sign

  struct Ref {
    uint32_t from_end = 0;
  };

  Ref string(std::string_view text);
  // Scalars; the first element lies at a multiple of `alignment` in the finished file.
  template <class T>
  Ref vector(Span<const T> items, size_t alignment = sizeof(T)) {
    return vector_bytes(reinterpret_cast<const uint8_t*>(items.data), items.size, sizeof(T), alignment);
  }
  template <class T>
  Ref vector(const std::vector<T>& items) {
    return vector(Span<const T>(items.data(), items.size()));
  }
  Ref vector(const std::vector<Ref>& tables);

  // A table: `begin`, any number of `set` in any order, `end`. Scalars that are 0 are left out.
  void begin();
  template <class T, unsigned kNumber, class V>
  void set(Slot<T, kNumber>, V value) {
    if constexpr (std::is_same_v<V, Ref>) {
      static_assert(!std::is_arithmetic_v<T>);
      set_ref(kNumber, value);
    } else {
      static_assert(std::is_arithmetic_v<T>);
      const T exact = static_cast<T>(value);
      uint64_t bits = 0;  // compared as bits, so that -0.0 is kept
      std::memcpy(&bits, &exact, sizeof(T));
      if (bits) set_bits(kNumber, bits, sizeof(T));
    }
  }
  Ref end();

  // Adds root offset and file id; the buffer is complete. Its size is a multiple of the largest alignment used.
  void finish(Ref root, const char* file_id);
  // The finished buffer.
  Bytes bytes() const { return {buffer_.data() + front_, size()}; }
  size_t largest_alignment() const { return largest_; }
  // The buffer became larger than the format can express; its contents are useless.
  bool overflowed() const { return overflowed_; }

 private:
  struct Entry {
    unsigned slot;
    uint32_t from_end;
  };

  size_t size() const { return buffer_.size() - front_; }
  void align(size_t alignment, size_t after_bytes = 0);
  void push(const void* data, size_t bytes);
  template <class T>
  void push_scalar(T value) {
    push(&value, sizeof(T));
  }
  void push_ref(Ref target);
  Ref here() const { return {static_cast<uint32_t>(size())}; }
  Ref vector_bytes(const uint8_t* data, size_t count, size_t width, size_t alignment);
  void set_ref(unsigned slot, Ref target);
  void set_bits(unsigned slot, uint64_t bits, size_t width);

  std::vector<uint8_t> buffer_;  // filled from the back
  size_t front_ = 0;
  size_t largest_ = 4;
  bool overflowed_ = false;
  std::vector<Entry> entries_;  // of the table under way
  uint32_t table_end_ = 0;
  std::map<std::vector<uint16_t>, uint32_t> vtables_;  // equal ones are shared
};

}  // namespace gleed::flat
