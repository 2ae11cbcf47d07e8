// flat.h -- views over a verified flatbuffer, and the rows that describe its tables to the verifier and the builder.
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "gleed/base/span.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "files are little-endian and read in place; a big-endian host would need copies"
#endif

namespace gleed::flat {

template <class T>
inline T load(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

// The target of the offset stored at `at`.
inline const uint8_t* follow(const uint8_t* at) { return at + load<uint32_t>(at); }

// A string in the file, NUL-terminated; data is null when the field is absent.
struct String {
  const char* data = nullptr;
  uint32_t size = 0;

  explicit operator bool() const { return data != nullptr; }
  bool empty() const { return size == 0; }
  // Never null.
  const char* c_str() const { return data ? data : ""; }
};

template <class T>
struct Vector;

// A table in the file, or a null table, of which every field is absent. Reading is unchecked: verify first.
class Table {
 public:
  Table() = default;
  explicit Table(const uint8_t* at) : at_(at) {}
  explicit operator bool() const { return at_ != nullptr; }
  const uint8_t* address() const { return at_; }

  // Where the field's inline bytes are; null when absent.
  const uint8_t* field(unsigned slot) const {
    if (!at_) return nullptr;
    const uint8_t* vtable = at_ - load<int32_t>(at_);
    const unsigned entry = 4 + 2 * slot;
    if (entry >= load<uint16_t>(vtable)) return nullptr;
    const uint16_t offset = load<uint16_t>(vtable + entry);
    return offset ? at_ + offset : nullptr;
  }

  // The field as T: a scalar (0 when absent), String, Vector, or a table type.
  template <class T>
  T get(unsigned slot) const;

 private:
  const uint8_t* at_ = nullptr;
};

// The member of a union; which of the alternatives it is, the tag in the slot before says (1 is the first).
template <class... Alternatives>
struct Union : Table {
  using Table::Table;
  template <class T>
  T as() const {
    static_assert((std::is_same_v<T, Alternatives> || ...), "not a member of this union");
    return T(address());
  }
};

// A vector of scalars or of tables; null when absent, which reads as empty.
template <class T>
struct Vector {
  const uint8_t* data = nullptr;  // first element
  uint32_t size = 0;

  explicit operator bool() const { return data != nullptr; }
  T operator[](uint32_t i) const {
    if constexpr (std::is_arithmetic_v<T>) {
      return load<T>(data + i * sizeof(T));
    } else {
      return T(follow(data + size_t{4} * i));
    }
  }
  // Scalars only; aligned because the verifier insists on it.
  Span<const T> span() const {
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
    return {reinterpret_cast<const T*>(data), size};
  }

  struct Iterator {
    const Vector* vector;
    uint32_t i;
    T operator*() const { return (*vector)[i]; }
    void operator++() { ++i; }
    bool operator!=(const Iterator& other) const { return i != other.i; }
  };
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size}; }
};

// --- description of tables ---

enum class Kind : uint8_t { Scalar, String, Table, Union, Scalars, Tables };

struct TableInfo;

// One row a field. Slots are the rows' numbers.
struct Field {
  const char* name;
  Kind kind;
  uint8_t width;                     // bytes of a scalar, or of a vector's element
  uint8_t child_count;               // Table and Tables: 1; Union: alternatives, for tags 1..child_count
  const TableInfo* const* children;  // (child_count)
};

struct TableInfo {
  const char* name;
  Span<const Field> fields;
};

// Where a field is, at compile time: what the builder takes, so that a value gets the field's width.
template <class T, unsigned kNumber>
struct Slot {
  static constexpr unsigned kSlot = kNumber;
};

template <class T>
struct Shape {  // a table type
  static constexpr Kind kKind = Kind::Table;
};
template <>
struct Shape<String> {
  static constexpr Kind kKind = Kind::String;
};
template <class T>
struct Shape<Vector<T>> {
  static constexpr Kind kKind = std::is_arithmetic_v<T> ? Kind::Scalars : Kind::Tables;
};
template <class... T>
struct Shape<Union<T...>> {
  static constexpr Kind kKind = Kind::Union;
};

template <class T>
T Table::get(unsigned slot) const {
  const uint8_t* at = field(slot);
  if constexpr (std::is_same_v<T, bool>) {
    return at && *at;
  } else if constexpr (std::is_arithmetic_v<T>) {
    return at ? load<T>(at) : T{0};
  } else if constexpr (Shape<T>::kKind == Kind::Table || Shape<T>::kKind == Kind::Union) {
    return at ? T(follow(at)) : T();
  } else if constexpr (Shape<T>::kKind == Kind::String) {
    if (!at) return T();
    at = follow(at);
    return T{reinterpret_cast<const char*>(at + 4), load<uint32_t>(at)};
  } else {
    if (!at) return T();
    at = follow(at);
    return T{at + 4, load<uint32_t>(at)};
  }
}

template <class T>
struct Describe;  // below; holds the TableInfo of T

template <class... T>
inline constexpr const TableInfo* kInfos[] = {&Describe<T>::kInfo...};

template <class T>
struct Children {
  static constexpr Field field(const char* name) { return {name, Kind::Table, 4, 1, kInfos<T>}; }
};
template <class T>
struct Children<Vector<T>> {
  static constexpr Field field(const char* name) { return {name, Kind::Tables, 4, 1, kInfos<T>}; }
};
template <class... T>
struct Children<Union<T...>> {
  static constexpr Field field(const char* name) { return {name, Kind::Union, 4, sizeof...(T), kInfos<T...>}; }
};

template <class T>
struct Element {
  using Type = uint32_t;
};
template <class T>
struct Element<Vector<T>> {
  using Type = T;
};

template <class T>
constexpr Field make_field(const char* name) {
  if constexpr (std::is_arithmetic_v<T>) {
    return {name, Kind::Scalar, sizeof(T), 0, nullptr};
  } else if constexpr (Shape<T>::kKind == Kind::String) {
    return {name, Kind::String, 1, 0, nullptr};
  } else if constexpr (Shape<T>::kKind == Kind::Scalars) {
    return {name, Kind::Scalars, sizeof(typename Element<T>::Type), 0, nullptr};
  } else {
    return Children<T>::field(name);
  }
}

template <unsigned kNumber>
using Number = std::integral_constant<unsigned, kNumber>;

template <class T, class = void>
struct HasMoreRows : std::false_type {};
template <class T>
struct HasMoreRows<T, std::void_t<decltype(T::row(Number<T::kFieldCount>{}))>> : std::true_type {};

// The description of table type T, built from its GLEED_FIELD rows.
template <class T>
struct Describe {
  template <unsigned... i>
  struct Rows {
    static constexpr Field kRows[] = {T::row(Number<i>{})..., Field{}};  // one more, as an array can't be empty
  };
  template <unsigned... i>
  static constexpr const Field* rows(std::integer_sequence<unsigned, i...>) {
    return Rows<i...>::kRows;
  }
  static_assert(!HasMoreRows<T>::value, "the table declares more fields than its count says");
  static constexpr TableInfo kInfo = {T::kTable,
                                      {rows(std::make_integer_sequence<unsigned, T::kFieldCount>{}), T::kFieldCount}};
};

template <class T>
inline constexpr const TableInfo& kInfo = Describe<T>::kInfo;

}  // namespace gleed::flat

// Opens the body of a table type with `count` fields.
#define GLEED_TABLE(type, count)               \
  using ::gleed::flat::Table::Table;           \
  static constexpr const char* kTable = #type; \
  static constexpr unsigned kFieldCount = count;

// A field: the accessor `name()`, the row for the verifier, and `name_slot` for the builder.
#define GLEED_FIELD(slot, type, name)                                      \
  type name() const { return get<type>(slot); }                            \
  static constexpr ::gleed::flat::Slot<type, slot> name##_slot{};          \
  static constexpr ::gleed::flat::Field row(::gleed::flat::Number<slot>) { \
    return ::gleed::flat::make_field<type>(#name);                         \
  }
