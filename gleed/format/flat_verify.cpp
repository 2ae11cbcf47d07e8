// flat_verify.cpp -- the walk over an untrusted flatbuffer, driven by the rows that describe its tables.
#include "gleed/format/flat_verify.h"

namespace gleed::flat {
namespace {

class Walk {
 public:
  Walk(Bytes bytes, Reason& reason)
      : bytes_(bytes), reason_(reason), tables_left_(bytes.size / 4 + 64), bytes_left_(16 * uint64_t{bytes.size}) {}

  Error table(uint64_t at, const TableInfo& info) {
    // A table reached by a reference of its own costs four bytes there; only shared tables can use this up.
    if (tables_left_ == 0) return fail(info, nullptr, at, "is one table too many: tables are shared in excess");
    --tables_left_;
    if (!fits(at, 4, 4)) return fail(info, nullptr, at, "the table lies outside the program or is misaligned");
    const uint64_t vtable = at - static_cast<uint64_t>(static_cast<int64_t>(load<int32_t>(bytes_.data + at)));
    if (!fits(vtable, 4, 2)) return fail(info, nullptr, at, "the vtable lies outside the program or is misaligned");
    const uint16_t size = load<uint16_t>(bytes_.data + vtable);
    if (size < 4 || size % 2 || !fits(vtable, size, 2)) return fail(info, nullptr, at, "the vtable has a wrong size");
    uint64_t before = 0;  // the field in the slot before, which for a union is its tag
    for (size_t i = 0; i < info.fields.size; ++i) {
      const uint64_t entry = 4 + 2 * i;
      if (entry >= size) break;
      const uint16_t offset = load<uint16_t>(bytes_.data + vtable + entry);
      const uint64_t field_at = offset ? at + offset : 0;
      if (offset) GLEED_TRY(field(info, info.fields[i], field_at, before));
      before = field_at;
    }
    return Error::Ok;
  }

 private:
  bool fits(uint64_t at, uint64_t size, uint64_t alignment) const {
    return at % alignment == 0 && at <= bytes_.size && size <= bytes_.size - at;
  }

  Error fail(const TableInfo& info, const Field* field, uint64_t at, const char* what) {
    return reason_.fail(Error::BadFile, {"damaged file: ", info.name, field ? "." : "", field ? field->name : "",
                                         " at byte ", at, ": ", what});
  }

  Error field(const TableInfo& info, const Field& f, uint64_t at, uint64_t tag_at) {
    const uint64_t width = f.kind == Kind::Scalar ? f.width : 4;
    if (!fits(at, width, width)) return fail(info, &f, at, "the field lies outside the program or is misaligned");
    if (f.kind == Kind::Scalar) return Error::Ok;
    const uint64_t target = at + load<uint32_t>(bytes_.data + at);
    if (f.kind == Kind::Table) return table(target, *f.children[0]);
    if (f.kind == Kind::Union) {
      const uint8_t tag = tag_at ? bytes_.data[tag_at] : 0;
      if (tag == 0 || tag > f.child_count) return fail(info, &f, at, "the union's tag is unknown");
      return table(target, *f.children[tag - 1]);
    }
    if (!fits(target, 4, 4)) return fail(info, &f, at, "points outside the program or is misaligned");
    const uint64_t count = load<uint32_t>(bytes_.data + target);
    const uint64_t first = target + 4;
    if (!fits(first, count * f.width, f.width)) {
      return fail(info, &f, at, "has more items than the program has bytes, or is misaligned");
    }
    if (count * f.width > bytes_left_)
      return fail(info, &f, at, "is one vector too many: vectors are shared in excess");
    bytes_left_ -= count * f.width;
    if (f.kind == Kind::String && (!fits(first, count + 1, 1) || bytes_.data[first + count] != 0)) {
      return fail(info, &f, at, "the string has no end");
    }
    if (f.kind == Kind::Tables) {
      for (uint64_t i = 0; i < count; ++i) {
        const uint64_t item = first + 4 * i;
        GLEED_TRY(table(item + load<uint32_t>(bytes_.data + item), *f.children[0]));
      }
    }
    return Error::Ok;
  }

  Bytes bytes_;
  Reason& reason_;
  uint64_t tables_left_;  // what a file may hold without sharing
  uint64_t bytes_left_;   // of vectors and strings; each mention of a shared one counts, as each costs its reader time
};

}  // namespace

Error verify(Bytes bytes, uint64_t root, const TableInfo& info, Reason& reason) {
  return Walk(bytes, reason).table(root, info);
}

}  // namespace gleed::flat
