// schema.h -- the kinds of an operator's arguments, read from its schema text while compiling.
#pragma once
#include <cstdint>
#include <string_view>

namespace gleed {

constexpr int kMaxArgs = 16;

// What one argument of a kernel is. In brackets: the C++ type that a kernel takes for it.
enum class ArgKind : uint8_t {
  Tensor,         // Tensor          [const Tensor&]
  OptTensor,      // Tensor?         [const Tensor*]
  TensorList,     // Tensor[]        [TensorList]
  OptTensorList,  // Tensor?[]       [OptTensorList]
  Out,            // Tensor(a!)      [Tensor&]
  OutList,        // Tensor(a!)[]    [OutList]
  Scalar,         // Scalar          [Scalar]
  OptScalar,      // Scalar?         [std::optional<Scalar>]
  Int,            // int, SymInt     [int64_t]
  OptInt,         // int?, ScalarType?, Layout?, MemoryFormat?   [std::optional<int64_t>]
  Float,          // float           [double]
  OptFloat,       // float?          [std::optional<double>]
  Bool,           // bool            [bool]
  OptBool,        // bool?           [std::optional<bool>]
  IntList,        // int[], SymInt[] [IntList]
  OptIntList,     // int[]?          [std::optional<IntList>]
  FloatList,      // float[]         [Span<const double>]
  OptFloatList,   // float[]?        [std::optional<Span<const double>>]
  BoolList,       // bool[]          [Span<const uint8_t>]
  Str,            // str             [const char*]
  OptStr,         // str?            [const char*, nullptr when absent]
  Result,         // a returned number, the last argument [Value&]
  Unknown,
};

// The arguments of one schema in order; `first_out` is the place of the first argument that is written.
struct SchemaArgs {
  ArgKind kinds[kMaxArgs] = {};
  uint8_t count = 0;
  bool valid = false;
};

namespace schema_detail {

constexpr bool starts(std::string_view s, std::string_view prefix) { return s.substr(0, prefix.size()) == prefix; }

// "Tensor(a!)[]" and the like. `optional`: the type ends in '?'.
constexpr ArgKind tensor_kind(std::string_view type) {
  const bool written = type.find('!') != std::string_view::npos;
  const bool list = type.find("[]") != std::string_view::npos;
  if (written) return list ? ArgKind::OutList : ArgKind::Out;
  if (list) return starts(type, "Tensor?") ? ArgKind::OptTensorList : ArgKind::TensorList;
  return type.back() == '?' ? ArgKind::OptTensor : ArgKind::Tensor;
}

constexpr ArgKind kind_of(std::string_view type) {
  if (starts(type, "Tensor")) return tensor_kind(type);
  const bool optional = type.back() == '?';
  const bool list = type.find('[') != std::string_view::npos;
  if (starts(type, "ScalarType") || starts(type, "Layout") || starts(type, "MemoryFormat") || starts(type, "Device")) {
    return optional ? ArgKind::OptInt : ArgKind::Int;
  }
  if (starts(type, "Scalar")) return optional ? ArgKind::OptScalar : ArgKind::Scalar;
  if (starts(type, "int") || starts(type, "SymInt")) {
    if (list) return optional ? ArgKind::OptIntList : ArgKind::IntList;
    return optional ? ArgKind::OptInt : ArgKind::Int;
  }
  if (starts(type, "float")) {
    if (list) return optional ? ArgKind::OptFloatList : ArgKind::FloatList;
    return optional ? ArgKind::OptFloat : ArgKind::Float;
  }
  if (starts(type, "bool")) {
    if (list) return ArgKind::BoolList;
    return optional ? ArgKind::OptBool : ArgKind::Bool;
  }
  if (starts(type, "str")) return optional ? ArgKind::OptStr : ArgKind::Str;
  return ArgKind::Unknown;
}

}  // namespace schema_detail

// Reads "ns::name.overload(Type name, Type name=default, *, Tensor(a!) out) -> Type". Not valid: unknown types, too
// many arguments, unbalanced parentheses. A schema that writes no tensor gets a Result at the end, for the
// number that it returns, unless it returns ().
constexpr SchemaArgs parse_schema(std::string_view schema) {
  using namespace schema_detail;
  SchemaArgs args;
  size_t at = schema.find('(');
  if (at == std::string_view::npos) return args;
  ++at;
  bool writes = false;
  while (at < schema.size() && schema[at] != ')') {
    // One argument: up to a ',' or ')' outside brackets. The type ends at the first space outside parentheses.
    size_t end = at, type_end = 0;
    int depth = 0;
    for (; end < schema.size(); ++end) {
      const char c = schema[end];
      if (depth == 0 && (c == ',' || c == ')')) break;
      if (c == '(' || c == '[') ++depth;
      if (c == ')' || c == ']') --depth;
      if (c == ' ' && depth == 0 && type_end == 0) type_end = end;
    }
    if (end == schema.size()) return args;
    if (schema[at] != '*') {
      if (type_end == 0 || args.count == kMaxArgs) return args;
      const ArgKind kind = kind_of(schema.substr(at, type_end - at));
      if (kind == ArgKind::Unknown) return args;
      writes |= kind == ArgKind::Out || kind == ArgKind::OutList;
      args.kinds[args.count++] = kind;
    }
    at = end;
    if (schema[at] == ',') ++at;
    while (at < schema.size() && schema[at] == ' ') ++at;
  }
  if (at >= schema.size()) return args;
  if (!writes && schema.substr(at) != ") -> ()") {
    if (args.count == kMaxArgs) return args;
    args.kinds[args.count++] = ArgKind::Result;
  }
  args.valid = true;
  return args;
}

}  // namespace gleed
