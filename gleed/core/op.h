// op.h -- how an operator is declared: OpDef, the check of a kernel against its schema, and unboxing.
//
// A file in gleed/ops declares its operators as a constant table and names it with GLEED_OPS. The build lists those
// files; nothing is registered at run time:
//
//   Error neg_out(Context& ctx, const Tensor& x, Tensor& out);
//   constexpr OpDef kDefs[] = {
//       def<neg_out>("aten::neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", shape::like<0>, dtypes::kNumbers,
//       kInPlace),
//   };
//   GLEED_OPS(neg) = {kDefs};
#pragma once
#include <optional>
#include <type_traits>
#include <utility>

#include "gleed/base/dtype.h"
#include "gleed/base/span.h"
#include "gleed/core/context.h"
#include "gleed/core/schema.h"
#include "gleed/core/value.h"

namespace gleed {

struct OpDef;

// The arguments of one instruction: pointers into the method's value table, in schema order. The runtime has checked at
// load that their number and tags fit the schema, so reading them needs no checks.
struct Args {
  const OpDef* def = nullptr;
  const Value* table = nullptr;    // the method's whole value table, which list items number
  Value* const* values = nullptr;  // one per argument
  size_t count = 0;

  Tensor& tensor(size_t i) const { return *values[i]->tensor; }
  // The k-th argument of kind Out.
  Tensor& out(size_t k = 0) const;
};

// An output that is a list of tensors; all are present.
struct OutList {
  TensorList list;
  size_t size() const { return list.size(); }
  Tensor& operator[](size_t i) const { return *list[i]; }
};

// Tensor?[]: items may be nullptr.
struct OptTensorList : TensorList {};

enum OpFlags : uint8_t {
  kNone = 0,
  // Elementwise: the output may take the memory of an input that has its sizes, layout and element size.
  kInPlace = 1,
  // Points its output at the memory of its input instead of writing elements.
  kSetsData = 2,
  // Writes no more than the tensor's own elements, in their order: it may be one of those that are read too.
  kOntoItself = 4,
};

// One operator. Rows are constants in read-only memory.
struct OpDef {
  // The schema's text; its name up to '(' is the key under which programs ask for it.
  const char* schema = nullptr;
  // Computes; runs after `rule`, or alone when nothing about the instruction's shapes can change after load.
  Error (*kernel)(Context&, Args) = nullptr;
  // Checks shapes, dtypes and numbers, and resizes the outputs. Must be safe for any sizes and integers that a file can
  // hold.
  Error (*rule)(Context&, Args) = nullptr;
  // Bytes of scratch memory for these (largest) shapes; nullptr: none.
  size_t (*scratch)(Args) = nullptr;
  // Bits of DType: what the first tensor argument (for operators without one: the output) may hold.
  uint32_t dtypes = 0;
  uint8_t flags = kNone;
  SchemaArgs args;
  // Length of the key in `schema`.
  uint8_t key_size = 0;
};

// The operators of one source file.
struct OpFile {
  Span<const OpDef> defs;
};

inline Tensor& Args::out(size_t k) const {
  for (size_t i = 0; i < count; ++i) {
    if (def->args.kinds[i] == ArgKind::Out && k-- == 0) return *values[i]->tensor;
  }
  return *values[count - 1]->tensor;
}

// True when a value may stand for an argument of this kind. Numbers of any kind stand for each other: one computed at
// run time may change its kind, and is converted when it is read.
bool fits(ArgKind kind, const Value& value);

// True when a tensor that the operator writes is one that it reads, or is written twice, and it is neither kInPlace nor
// kOntoItself: resizing the output would change what its rule has checked. Linear in the number of tensors.
bool writes_its_input(const Args& args);
constexpr const char* kWritesItsInput =
    " writes a tensor that it reads, or writes it twice; what is written must be a tensor of its own";

// Sets of dtypes, one bit each.
namespace dtypes {
constexpr uint32_t bit(DType t) { return 1u << static_cast<uint32_t>(t); }
constexpr uint32_t kHalves = bit(DType::Float16) | bit(DType::BFloat16);
constexpr uint32_t kFloats = kHalves | bit(DType::Float32) | bit(DType::Float64);
constexpr uint32_t kInts =
    bit(DType::UInt8) | bit(DType::Int8) | bit(DType::Int16) | bit(DType::Int32) | bit(DType::Int64);
constexpr uint32_t kNumbers = kFloats | kInts;
constexpr uint32_t kBool = bit(DType::Bool);
constexpr uint32_t kIntsBool = kInts | kBool;
constexpr uint32_t kAll = kNumbers | kBool;
constexpr bool has(uint32_t set, DType t) { return set >> static_cast<uint32_t>(t) & 1; }
}  // namespace dtypes

namespace op_detail {

template <class T, class... U>
constexpr bool is_any = (std::is_same_v<T, U> || ...);

// True when a kernel's parameter of type P may stand for a schema argument of this kind.
template <class P>
constexpr bool takes(ArgKind kind) {
  switch (kind) {
    case ArgKind::Tensor:
      return is_any<P, const Tensor&>;
    case ArgKind::OptTensor:
      return is_any<P, const Tensor*>;
    case ArgKind::TensorList:
      return is_any<P, TensorList>;
    case ArgKind::OptTensorList:
      return is_any<P, OptTensorList>;
    case ArgKind::Out:
      return is_any<P, Tensor&>;
    case ArgKind::OutList:
      return is_any<P, OutList>;
    case ArgKind::Scalar:
      return is_any<P, Scalar>;
    case ArgKind::OptScalar:
      return is_any<P, std::optional<Scalar>>;
    case ArgKind::Int:
      return is_any<P, int64_t>;
    case ArgKind::OptInt:
      return is_any<P, std::optional<int64_t>>;
    case ArgKind::Float:
      return is_any<P, double>;
    case ArgKind::OptFloat:
      return is_any<P, std::optional<double>>;
    case ArgKind::Bool:
      return is_any<P, bool>;
    case ArgKind::OptBool:
      return is_any<P, std::optional<bool>>;
    case ArgKind::IntList:
      return is_any<P, IntList>;
    case ArgKind::OptIntList:
      return is_any<P, std::optional<IntList>>;
    case ArgKind::FloatList:
      return is_any<P, Span<const double>>;
    case ArgKind::OptFloatList:
      return is_any<P, std::optional<Span<const double>>>;
    case ArgKind::BoolList:
      return is_any<P, Span<const uint8_t>>;
    case ArgKind::Str:
    case ArgKind::OptStr:
      return is_any<P, const char*>;
    case ArgKind::Result:
      return is_any<P, Value&>;
    case ArgKind::Unknown:
      break;
  }
  return false;
}

// The value as the kernel's parameter type.
template <class P>
P unbox(Value& v, const Value* table) {
  if constexpr (is_any<P, const Tensor&, Tensor&>) return *v.tensor;
  if constexpr (is_any<P, const Tensor*>) return v.tag == Value::Tag::Tensor ? v.tensor : nullptr;
  if constexpr (is_any<P, TensorList>) return {table, {v.tensor_items, v.count}};
  if constexpr (is_any<P, OptTensorList>) return {{table, {v.tensor_items, v.count}}};
  if constexpr (is_any<P, OutList>) return {{table, {v.tensor_items, v.count}}};
  if constexpr (is_any<P, Scalar>) {
    return v.tag == Value::Tag::Double ? Scalar(v.d) : v.tag == Value::Tag::Bool ? Scalar(v.b) : Scalar(v.i);
  }
  if constexpr (is_any<P, int64_t>) return v.as_int();
  if constexpr (is_any<P, double>) return v.as_double();
  if constexpr (is_any<P, bool>) return v.as_bool();
  if constexpr (is_any<P, IntList>) return {table, {v.int_items, v.count}};
  if constexpr (is_any<P, Span<const double>>) return {v.doubles, v.count};
  if constexpr (is_any<P, Span<const uint8_t>>) return {v.bools, v.count};
  if constexpr (is_any<P, const char*>) return v.tag == Value::Tag::String ? v.string : nullptr;
  if constexpr (is_any<P, Value&>) return v;
  if constexpr (is_any<P, std::optional<Scalar>, std::optional<int64_t>, std::optional<double>, std::optional<bool>,
                       std::optional<IntList>, std::optional<Span<const double>>>) {
    if (v.tag == Value::Tag::None) return std::nullopt;
    return unbox<typename P::value_type>(v, table);
  }
}

template <auto F>
struct Typed;

// A function with C++ arguments as a function of Args.
template <class... P, Error (*F)(Context&, P...)>
struct Typed<F> {
  template <size_t... I>
  static Error call(Context& ctx, const Args& args, std::index_sequence<I...>) {
    return F(ctx, unbox<P>(*args.values[I], args.table)...);
  }
  static Error boxed(Context& ctx, Args args) { return call(ctx, args, std::index_sequence_for<P...>()); }

  static constexpr bool fits_schema(const SchemaArgs& schema) {
    int i = 0;
    return schema.count == sizeof...(P) && (takes<P>(schema.kinds[i++]) && ...);
  }
};

// Not constexpr on purpose: reached while compiling, these stop the build and their names say why.
inline void the_schema_cannot_be_read() {}
inline void the_kernel_does_not_fit_its_schema() {}

}  // namespace op_detail

// Declares one operator. `F` is the kernel, Error(Context&, one parameter per schema argument); a kernel that does not
// fit its schema stops the build.
template <auto F>
constexpr OpDef def(const char* schema, Error (*rule)(Context&, Args), uint32_t dtypes, uint8_t flags = kNone,
                    size_t (*scratch)(Args) = nullptr) {
  OpDef op;
  op.schema = schema;
  op.kernel = &op_detail::Typed<F>::boxed;
  op.rule = rule;
  op.scratch = scratch;
  op.dtypes = dtypes;
  op.flags = flags;
  op.args = parse_schema(schema);
  if (!op.args.valid) op_detail::the_schema_cannot_be_read();
  if (!op_detail::Typed<F>::fits_schema(op.args)) op_detail::the_kernel_does_not_fit_its_schema();
  while (schema[op.key_size] != '(') ++op.key_size;
  return op;
}

// Rules that many operators share; a rule of one operator is a typed function: `shape::typed<conv_shape>`.
namespace shape {
// Output 0 has the sizes of argument I.
template <int I>
Error like(Context& ctx, Args args) {
  return resize_like(ctx, args.out(), args.tensor(I));
}
// Output 0 has the sizes that the tensors at I... broadcast to.
Error broadcast_to_out(Context& ctx, Args args, Span<const Tensor* const> inputs);
template <int... I>
Error broadcast(Context& ctx, Args args) {
  const Tensor* inputs[] = {&args.tensor(I)...};
  return broadcast_to_out(ctx, args, {inputs, sizeof...(I)});
}
// A rule written with the kernel's own parameter list.
template <auto F>
Error typed(Context& ctx, Args args) {
  return op_detail::Typed<F>::boxed(ctx, args);
}
// Nothing to check or resize (operators on numbers).
inline Error none(Context&, Args) { return Error::Ok; }
}  // namespace shape

}  // namespace gleed

// Names the table of a file's operators: GLEED_OPS(relu) = {kDefs}; in gleed/ops/relu.cpp.
#define GLEED_OPS(name)              \
  namespace gleed::catalogue_files { \
  extern const ::gleed::OpFile name; \
  }                                  \
  constexpr ::gleed::OpFile gleed::catalogue_files::name
