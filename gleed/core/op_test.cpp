// op_test.cpp -- declared operators: which values fit, how arguments are unpacked, and the shared shape rules.
#include "gleed/core/op.h"

#include <doctest/doctest.h>

#include <cstring>

#include "gleed/core/test_tensors.h"

namespace gleed {
namespace {

TEST_CASE("which values fit which arguments") {
  using Tag = Value::Tag;
  const auto tags_of = [](ArgKind kind) {
    uint32_t tags = 0;
    for (int t = 1; t <= static_cast<int>(Tag::OptionalTensorList); ++t) {
      Value v;
      v.tag = static_cast<Tag>(t);
      if (fits(kind, v)) tags |= 1u << t;
    }
    return tags;
  };
  const auto bits = [](std::initializer_list<Tag> tags) {
    uint32_t all = 0;
    for (const Tag t : tags) all |= 1u << static_cast<int>(t);
    return all;
  };
  const uint32_t number = bits({Tag::Int, Tag::Bool, Tag::Double}), none = bits({Tag::None});
  const uint32_t lists = bits({Tag::TensorList, Tag::OptionalTensorList});
  for (const ArgKind k : {ArgKind::Scalar, ArgKind::Int, ArgKind::Float, ArgKind::Bool, ArgKind::Result})
    CHECK(tags_of(k) == number);
  for (const ArgKind k : {ArgKind::OptScalar, ArgKind::OptInt, ArgKind::OptFloat, ArgKind::OptBool})
    CHECK(tags_of(k) == (number | none));
  for (const ArgKind k : {ArgKind::TensorList, ArgKind::OptTensorList, ArgKind::OutList}) CHECK(tags_of(k) == lists);
  for (const ArgKind k : {ArgKind::Tensor, ArgKind::Out}) CHECK(tags_of(k) == bits({Tag::Tensor}));
  CHECK(tags_of(ArgKind::OptTensor) == bits({Tag::Tensor, Tag::None}));
  CHECK(tags_of(ArgKind::IntList) == bits({Tag::IntList}));
  CHECK(tags_of(ArgKind::OptIntList) == bits({Tag::IntList, Tag::None}));
  CHECK(tags_of(ArgKind::FloatList) == bits({Tag::DoubleList}));
  CHECK(tags_of(ArgKind::OptFloatList) == bits({Tag::DoubleList, Tag::None}));
  CHECK(tags_of(ArgKind::BoolList) == bits({Tag::BoolList}));
  CHECK(tags_of(ArgKind::Str) == bits({Tag::String}));
  CHECK(tags_of(ArgKind::OptStr) == bits({Tag::String, Tag::None}));
  CHECK(tags_of(ArgKind::Unknown) == 0);
}

// --- unpacking ---

// What the kernels below were called with, as text.
std::string seen;

Error many(Context&, const Tensor& x, const Tensor* y, TensorList list, Scalar s, int64_t i, double d, bool b,
           std::optional<int64_t> absent, IntList ints, Span<const double> reals, Span<const uint8_t> flags,
           const char* text, const char* no_text, Tensor& out) {
  seen = std::to_string(x.sizes[0]) + (y ? " y" : " -") + " " + std::to_string(list.size()) + " " +
         std::to_string(s.as_double()) + " " + std::to_string(i) + " " + std::to_string(d) + (b ? " true" : " false") +
         (absent ? " there" : " absent") + " " + std::to_string(ints[1]) + " " + std::to_string(reals[0]) + " " +
         std::to_string(flags[0]) + " " + text + (no_text ? " text" : " none");
  out.ptr<float>()[0] = 1;
  return Error::Ok;
}

Error returns(Context&, std::optional<Scalar> s, std::optional<double> d, std::optional<bool> b,
              std::optional<IntList> l, std::optional<Span<const double>> f, Value& result) {
  result.set(int64_t{s ? 1 : 0} + (d ? 2 : 0) + (b ? 4 : 0) + (l ? 8 : 0) + (f ? 16 : 0));
  return Error::Ok;
}

constexpr OpDef kMany = def<many>(
    "t::many.out(Tensor x, Tensor? y, Tensor[] list, Scalar s, int i, float d, bool b, int? absent, SymInt[] ints, "
    "float[] reals, bool[] flags, str text, str? no_text, *, Tensor(a!) out) -> Tensor(a!)",
    shape::like<0>, dtypes::kFloats);
constexpr OpDef kReturns =
    def<returns>("t::returns(Scalar? s, float? d, bool? b, int[]? l, float[]? f) -> int", shape::none, 0, kInPlace);

TEST_CASE("a row keeps the schema's key and what it was declared with") {
  CHECK(std::string(kMany.schema, kMany.key_size) == "t::many.out");
  CHECK(kMany.args.count == 14);
  CHECK(kMany.dtypes == dtypes::kFloats);
  CHECK(kMany.flags == kNone);
  CHECK(!kMany.scratch);
  CHECK(std::string(kReturns.schema, kReturns.key_size) == "t::returns");
  CHECK(kReturns.flags == kInPlace);
}

TEST_CASE("arguments arrive in the kernel's own types") {
  TestTensor x({3}), out({3});
  const double reals[] = {2.5};
  const uint8_t flags[] = {1};
  const int64_t ints[] = {3, 4};
  const int32_t tensors[] = {0};
  Value table[16];
  table[0] = x.value;
  // 1: y stays None
  table[2].tag = Value::Tag::TensorList, table[2].tensor_items = tensors, table[2].count = 1;
  table[3].set(int64_t{7});
  table[4].set(9.9);  // a number of another kind is converted
  table[5].set(int64_t{2});
  table[6].set(1.0);
  table[8].tag = Value::Tag::IntList, table[8].int_items = ints, table[8].count = 2;
  table[9].tag = Value::Tag::DoubleList, table[9].doubles = reals, table[9].count = 1;
  table[10].tag = Value::Tag::BoolList, table[10].bools = flags, table[10].count = 1;
  table[11].tag = Value::Tag::String, table[11].string = "abc", table[11].count = 3;
  table[13] = out.value;
  Value* values[14];
  for (int i = 0; i < 14; ++i) values[i] = &table[i];
  TestContext c;
  const Args args{&kMany, table, values, 14};
  CHECK(kMany.kernel(c.ctx, args) == Error::Ok);
  CHECK(seen == "3 - 1 7.000000 9 2.000000 true absent 9 2.500000 1 abc none");
  CHECK(out.elements[0] == 1.f);
  CHECK(&args.out() == &out.tensor);
  CHECK(&args.tensor(0) == &x.tensor);
  values[1] = &table[0];
  values[7] = &table[4];
  values[12] = &table[11];
  CHECK(kMany.kernel(c.ctx, args) == Error::Ok);
  CHECK(seen == "3 y 1 7.000000 9 2.000000 true there 9 2.500000 1 abc text");
}

TEST_CASE("absent and present optionals, and a returned number") {
  Value none, number, ints, reals, result;
  number.set(0.5);
  ints.tag = Value::Tag::IntList;
  reals.tag = Value::Tag::DoubleList;
  Value* absent[] = {&none, &none, &none, &none, &none, &result};
  TestContext c;
  CHECK(kReturns.kernel(c.ctx, {&kReturns, nullptr, absent, 6}) == Error::Ok);
  CHECK(result.as_int() == 0);
  Value* present[] = {&number, &number, &number, &ints, &reals, &result};
  CHECK(kReturns.kernel(c.ctx, {&kReturns, nullptr, present, 6}) == Error::Ok);
  CHECK(result.as_int() == 31);
}

// --- shared rules ---

Error two(Context&, const Tensor&, const Tensor&, Tensor&, Tensor&) { return Error::Ok; }
constexpr OpDef kTwo = def<two>("t::two(Tensor a, Tensor b, *, Tensor(a!) o, Tensor(b!) p) -> (Tensor(a!), Tensor(b!))",
                                shape::broadcast<0, 1>, dtypes::kAll);

struct Call : TestContext {
  TestTensor a, b, o, p;
  Value* values[4] = {&a.value, &b.value, &o.value, &p.value};
  Args args{&kTwo, nullptr, values, 4};
  Call(std::vector<int32_t> x, std::vector<int32_t> y, std::vector<int32_t> room)
      : a(std::move(x)), b(std::move(y)), o(std::vector<int32_t>(room.size(), 0), room), p({9}) {}
};

TEST_CASE("what is written must not be read, nor written twice") {
  Call c({2}, {2}, {2});
  CHECK(!writes_its_input(c.args));
  c.values[1] = c.values[0];  // reading twice is fine
  CHECK(!writes_its_input(c.args));
  c.values[3] = c.values[0];
  CHECK(writes_its_input(c.args));
  c.values[3] = c.values[2];
  CHECK(writes_its_input(c.args));
  CHECK(!c.a.tensor.marked);
  CHECK(!c.o.tensor.marked);
  OpDef in_place = kTwo;
  in_place.flags = kInPlace;
  CHECK(!writes_its_input({&in_place, nullptr, c.values, 4}));
}

TEST_CASE("tensors in lists are looked at too") {
  Call c({2}, {2}, {2});
  const int32_t read[] = {0, -1, 1}, written[] = {2, 3}, both[] = {2, 1};
  Value table[] = {c.a.value, c.b.value, c.o.value, c.p.value};
  Value ins, outs;
  ins.tag = outs.tag = Value::Tag::OptionalTensorList;
  ins.tensor_items = read, ins.count = 3;
  outs.tensor_items = written, outs.count = 2;
  Value* values[] = {&ins, &outs};
  OpDef lists;
  lists.args = parse_schema("t::lists(Tensor?[] x, *, Tensor(a!)[] out) -> ()");
  REQUIRE(lists.args.valid);
  CHECK(!writes_its_input({&lists, table, values, 2}));
  outs.tensor_items = both;
  CHECK(writes_its_input({&lists, table, values, 2}));
}

TEST_CASE("outputs are found by their number") {
  Call c({1}, {1}, {1});
  CHECK(&c.args.out(0) == &c.o.tensor);
  CHECK(&c.args.out(1) == &c.p.tensor);
}

TEST_CASE("the sizes of an argument") {
  Call c({2, 3}, {1}, {4, 4});
  CHECK(shape::like<0>(c.ctx, c.args) == Error::Ok);
  CHECK(c.o.sizes == std::vector<int32_t>{2, 3});
  CHECK(shape::like<1>(c.ctx, c.args) == Error::BadArgument);
  CHECK(c.text() == "output has rank 2, the result has rank 1");
}

TEST_CASE("sizes that broadcast, and that do not") {
  const auto result = [](std::vector<int32_t> a, std::vector<int32_t> b, size_t rank) {
    Call c(std::move(a), std::move(b), std::vector<int32_t>(rank, 8));
    CHECK(kTwo.rule(c.ctx, c.args) == Error::Ok);
    return c.o.sizes;
  };
  using Sizes = std::vector<int32_t>;
  CHECK(result({2, 1, 4}, {3, 1}, 3) == Sizes{2, 3, 4});
  CHECK(result({5}, {2, 5}, 2) == Sizes{2, 5});
  CHECK(result({0, 1}, {1, 3}, 2) == Sizes{0, 3});
  CHECK(result({1}, {0}, 1) == Sizes{0});
  Call c({2, 3}, {4, 2}, {8, 8});
  CHECK(kTwo.rule(c.ctx, c.args) == Error::BadArgument);
  CHECK(c.text() == "sizes 2 and 4 in dimension 0 of the result do not broadcast");
  Call zero({0}, {3}, {8});
  CHECK(kTwo.rule(zero.ctx, zero.args) == Error::BadArgument);
  CHECK(zero.text() == "sizes 0 and 3 in dimension 0 of the result do not broadcast");
}

TEST_CASE("sets of dtypes") {
  CHECK(dtypes::has(dtypes::kFloats, DType::BFloat16));
  CHECK(!dtypes::has(dtypes::kFloats, DType::Int8));
  CHECK(dtypes::has(dtypes::kIntsBool, DType::Bool));
  CHECK(!dtypes::has(dtypes::kNumbers, DType::Bool));
  CHECK(dtypes::has(dtypes::bit(DType::UInt64), DType::UInt64));
}

}  // namespace
}  // namespace gleed
