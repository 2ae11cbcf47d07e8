// schema_test.cpp -- schemas read while compiling: every type, and what is no schema.
#include "gleed/core/schema.h"

#include <doctest/doctest.h>

#include <string>

namespace gleed {
namespace {

// The kind of a schema's first argument; Unknown when the schema cannot be read.
constexpr ArgKind first(std::string_view schema) {
  const SchemaArgs args = parse_schema(schema);
  return args.valid ? args.kinds[0] : ArgKind::Unknown;
}

#define GLEED_KIND(type, kind) static_assert(first("t::f(" type " x, Tensor(a!) out) -> Tensor") == ArgKind::kind)
GLEED_KIND("Tensor", Tensor);
GLEED_KIND("Tensor(a)", Tensor);
GLEED_KIND("Tensor?", OptTensor);
GLEED_KIND("Tensor(a!)", Out);
GLEED_KIND("Tensor[]", TensorList);
GLEED_KIND("Tensor(a!)[]", OutList);
GLEED_KIND("Tensor?[]", OptTensorList);
GLEED_KIND("Scalar", Scalar);
GLEED_KIND("Scalar?", OptScalar);
GLEED_KIND("ScalarType", Int);
GLEED_KIND("ScalarType?", OptInt);
GLEED_KIND("MemoryFormat?", OptInt);
GLEED_KIND("Layout?", OptInt);
GLEED_KIND("Device?", OptInt);
GLEED_KIND("int", Int);
GLEED_KIND("SymInt", Int);
GLEED_KIND("SymInt?", OptInt);
GLEED_KIND("int[]", IntList);
GLEED_KIND("int[2]", IntList);
GLEED_KIND("SymInt[]?", OptIntList);
GLEED_KIND("int[1]?", OptIntList);
GLEED_KIND("float", Float);
GLEED_KIND("float?", OptFloat);
GLEED_KIND("float[]", FloatList);
GLEED_KIND("float[]?", OptFloatList);
GLEED_KIND("bool", Bool);
GLEED_KIND("bool?", OptBool);
GLEED_KIND("bool[3]", BoolList);
GLEED_KIND("str", Str);
GLEED_KIND("str?", OptStr);
GLEED_KIND("Generator?", Unknown);
#undef GLEED_KIND

TEST_CASE("arguments, defaults and the star") {
  constexpr SchemaArgs args = parse_schema(
      "aten::conv.out(Tensor input, Tensor? bias=None, SymInt[2] stride=[1, 1], *, str mode='a', Tensor(a!) out) -> "
      "Tensor(a!)");
  CHECK(args.valid);
  REQUIRE(args.count == 5);
  const ArgKind expected[] = {ArgKind::Tensor, ArgKind::OptTensor, ArgKind::IntList, ArgKind::Str, ArgKind::Out};
  for (int i = 0; i < 5; ++i) CHECK(args.kinds[i] == expected[i]);
}

TEST_CASE("a schema that writes no tensor returns a number in a last argument") {
  constexpr SchemaArgs args = parse_schema("executorch_prim::add.Scalar(Scalar a, Scalar b) -> Scalar");
  CHECK(args.valid);
  REQUIRE(args.count == 3);
  CHECK(args.kinds[2] == ArgKind::Result);
  CHECK(parse_schema("t::none() -> int").count == 1);
}

TEST_CASE("what cannot be read is not valid") {
  CHECK(!parse_schema("").valid);
  CHECK(!parse_schema("t::f").valid);
  CHECK(!parse_schema("t::f(").valid);
  CHECK(!parse_schema("t::f(Tensor x").valid);
  CHECK(!parse_schema("t::f(Tensor x, ").valid);
  CHECK(!parse_schema("t::f(Tensor)").valid);  // no name
  CHECK(!parse_schema("t::f(Complex x, Tensor(a!) out)").valid);
  CHECK(!parse_schema("t::f(Tensor(a x, Tensor(a!) out").valid);
}

TEST_CASE("at most sixteen arguments, a returned number among them") {
  std::string list = "int a";
  for (int i = 1; i < kMaxArgs; ++i) list += ", int a";
  CHECK(!parse_schema("t::f(" + list + ") -> int").valid);
  CHECK(parse_schema("t::f(" + list.substr(7) + ") -> int").valid);
  CHECK(parse_schema("t::f(" + list.substr(7) + ", Tensor(a!) out) -> Tensor(a!)").valid);
  CHECK(!parse_schema("t::f(" + list + ", Tensor(a!) out) -> Tensor(a!)").valid);
}

}  // namespace
}  // namespace gleed
