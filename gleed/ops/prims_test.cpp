// prims_test.cpp -- operators on numbers, and those that programs use between others: every row, and what they refuse.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "gleed/core/catalogue.h"

using namespace gleed;

namespace {

Value number(int64_t v) {
  Value value;
  value.set(v);
  return value;
}
Value number(int v) { return number(static_cast<int64_t>(v)); }
Value number(double v) {
  Value value;
  value.set(v);
  return value;
}
Value number(bool v) {
  Value value;
  value.set(v);
  return value;
}
Value value_of(Tensor& t) {
  Value value;
  value.tag = Value::Tag::Tensor;
  value.tensor = &t;
  return value;
}

// One call of an operator; `values` hold the result afterwards.
struct Call {
  Value values[8];
  size_t count = 0;
  Reason reason;

  template <class... V>
  explicit Call(V... v) : values{v...}, count(sizeof...(V)) {}

  Error run(const char* key) {
    const OpDef* def = catalogue().find_op(key, std::string(key).size());
    REQUIRE(def != nullptr);
    REQUIRE(def->args.count == count);
    Value* args[8];
    for (size_t i = 0; i < count; ++i) {
      args[i] = &values[i];
      REQUIRE(fits(def->args.kinds[i], values[i]));
    }
    Context ctx(reason, {});
    const Args call{def, values, args, count};
    if (const Error error = def->rule(ctx, call); error != Error::Ok) return error;
    return def->kernel(ctx, call);
  }
};

template <class... V>
Value compute(const char* key, V... v) {
  Call call(number(v)..., number(0));
  const Error error = call.run(key);
  INFO(key, ": ", call.reason.text());
  CHECK(error == Error::Ok);
  return call.values[sizeof...(V)];
}

template <class... V>
void refuses(const char* words, const char* key, V... v) {
  Call call(number(v)..., number(0));
  INFO(key);
  CHECK(call.run(key) == Error::BadArgument);
  CHECK(std::string(call.reason.text()) == words);
}

void check(const Value& v, int64_t expected) {
  CHECK(v.tag == Value::Tag::Int);
  CHECK(v.i == expected);
}
void check(const Value& v, int expected) { check(v, static_cast<int64_t>(expected)); }
void check(const Value& v, double expected) {
  CHECK(v.tag == Value::Tag::Double);
  if (expected == expected) {
    CHECK(v.d == expected);
  } else {
    CHECK(v.d != v.d);
  }
}
void check(const Value& v, bool expected) {
  CHECK(v.tag == Value::Tag::Bool);
  CHECK(v.b == expected);
}

constexpr double kInf = INFINITY;

TEST_CASE("arithmetic on ints and floats") {
  check(compute("executorch_prim::add.Scalar", 3, 4), 7);
  check(compute("executorch_prim::add.Scalar", 3, 0.5), 3.5);
  check(compute("executorch_prim::sub.Scalar", 3, 4), -1);
  check(compute("executorch_prim::sub.Scalar", 0.5, 1), -0.5);
  check(compute("executorch_prim::mul.Scalar", -3, 4), -12);
  check(compute("executorch_prim::mul.Scalar", 1.5, 2.0), 3.0);
  check(compute("executorch_prim::add.Scalar", INT64_MAX, int64_t{1}), INT64_MIN);
  check(compute("executorch_prim::neg.Scalar", 5), -5);
  check(compute("executorch_prim::neg.Scalar", 0.5), -0.5);
  check(compute("executorch_prim::neg.Scalar", INT64_MIN), INT64_MIN);
  refuses("expected ints or floats, given a bool", "executorch_prim::add.Scalar", true, 1);
  refuses("expected an int or a float, given a bool", "executorch_prim::neg.Scalar", true);
}

TEST_CASE("division") {
  const char* floordiv = "executorch_prim::floordiv.Scalar";
  check(compute(floordiv, 7, 2), 3);
  check(compute(floordiv, -7, 2), -4);
  check(compute(floordiv, 7, -2), -4);
  check(compute(floordiv, -7, -2), 3);
  check(compute(floordiv, -8, 2), -4);
  check(compute(floordiv, INT64_MIN, int64_t{-1}), INT64_MIN);
  check(compute(floordiv, -7.0, 2), -4.0);
  check(compute(floordiv, 7.5, 2.0), 3.0);
  check(compute(floordiv, 1, 0.0), kInf);
  check(compute(floordiv, -1.0, 0.0), -kInf);
  refuses("division of 1 by zero", floordiv, 1, 0);
  refuses("expected ints or floats, given a bool", floordiv, true, 1);

  check(compute("executorch_prim::floordiv.int", -7, 2), -3);
  check(compute("executorch_prim::floordiv.int", INT64_MIN, int64_t{-1}), INT64_MIN);
  refuses("division of 1 by zero", "executorch_prim::floordiv.int", 1, 0);
  refuses("expected two ints, given a float", "executorch_prim::floordiv.int", 1, 2.0);

  for (const char* mod : {"executorch_prim::mod.int", "executorch_prim::mod.Scalar"}) {
    check(compute(mod, 7, 3), 1);
    check(compute(mod, -7, 3), -1);
    check(compute(mod, 7, -3), 1);
    check(compute(mod, INT64_MIN, int64_t{-1}), 0);
    refuses("division of 1 by zero", mod, 1, 0);
    refuses("expected two ints, given a float", mod, 1.0, 2);
  }

  check(compute("executorch_prim::truediv.Scalar", 7, 2), 3.5);
  check(compute("executorch_prim::truediv.Scalar", 1, 0.0), kInf);
  refuses("division of 1 by zero", "executorch_prim::truediv.Scalar", 1, 0);
  refuses("expected ints or floats, given a bool", "executorch_prim::truediv.Scalar", 1, true);
}

TEST_CASE("from one kind to another") {
  check(compute("executorch_prim::sym_float.Scalar", 3), 3.0);
  check(compute("executorch_prim::sym_float.Scalar", true), 1.0);
  check(compute("executorch_prim::sym_float.Scalar", 2.5), 2.5);
  check(compute("executorch_prim::sym_int.Scalar", -2.9), -2);
  check(compute("executorch_prim::sym_int.Scalar", true), 1);
  check(compute("executorch_prim::sym_int.Scalar", 9), 9);
  check(compute("executorch_prim::ceil.Scalar", 2.1), 3);
  check(compute("executorch_prim::ceil.Scalar", -2.9), -2);
  check(compute("executorch_prim::trunc.Scalar", -2.9), -2);
  check(compute("executorch_prim::round.Scalar", 0.5), 0);
  check(compute("executorch_prim::round.Scalar", 1.5), 2);
  check(compute("executorch_prim::round.Scalar", 2.5), 2);
  check(compute("executorch_prim::round.Scalar", -2.5), -2);
  check(compute("executorch_prim::round.Scalar", -2.51), -3);
  check(compute("executorch_prim::round.Scalar", 0.49999999999999994), 0);
  for (const char* key : {"executorch_prim::sym_int.Scalar", "executorch_prim::ceil.Scalar",
                          "executorch_prim::round.Scalar", "executorch_prim::trunc.Scalar"}) {
    refuses("(over 1e15) has no int of 64 bits", key, kInf);
    refuses("nan has no int of 64 bits", key, static_cast<double>(NAN));
    refuses("(over 1e15) has no int of 64 bits", key, 9223372036854775808.0);
  }
  refuses("expected a float, given a bool", "executorch_prim::round.Scalar", true);
}

TEST_CASE("comparisons and choices") {
  check(compute("executorch_prim::eq.Scalar", 3, 3), true);
  check(compute("executorch_prim::eq.Scalar", 3, 3.0), true);
  check(compute("executorch_prim::eq.Scalar", true, false), false);
  check(compute("executorch_prim::eq.Scalar", INT64_MAX, INT64_MAX - 1), false);
  check(compute("executorch_prim::lt.Scalar", 2, 2.5), true);
  check(compute("executorch_prim::gt.Scalar", 2, 2), false);
  check(compute("executorch_prim::ge.Scalar", 2, 2), true);
  check(compute("executorch_prim::le.Scalar", true, true), true);
  check(compute("executorch_prim::le.Scalar", static_cast<double>(NAN), 1), false);
  refuses("expected two numbers or two bools, given a bool and an int", "executorch_prim::eq.Scalar", true, 1);
  refuses("expected two numbers or two bools, given a float and a bool", "executorch_prim::lt.Scalar", 0.5, false);

  check(compute("executorch_prim::sym_max.Scalar", -3, 2), 2);
  check(compute("executorch_prim::sym_min.Scalar", -3, 2), -3);
  refuses("expected two ints, given a float", "executorch_prim::sym_max.Scalar", 1, 2.0);
  refuses("expected two ints, given a bool", "executorch_prim::sym_min.Scalar", true, 2);
  check(compute("executorch_prim::sym_not.Scalar", false), true);
  refuses("expected a bool, given an int", "executorch_prim::sym_not.Scalar", 1);
  check(compute("executorch_prim::sym_ite.Scalar", true, 1, 2.5), 1);
  check(compute("executorch_prim::sym_ite.Scalar", false, 1, 2.5), 2.5);
  check(compute("executorch_prim::sym_ite.Scalar", true, false, 2.5), false);
  refuses("expected a bool as the condition, given an int", "executorch_prim::sym_ite.Scalar", 1, 1, 2);
}

// A tensor with its memory, row-major unless another order is given.
template <class T, int RANK>
struct Array {
  T elements[64] = {};
  int32_t sizes[RANK + 1] = {}, bounds[RANK + 1] = {};
  int64_t strides[RANK + 1] = {};
  uint8_t order[RANK + 1] = {};
  Tensor tensor;

  Array(DType dtype, std::initializer_list<int32_t> shape, bool dynamic = false,
        std::initializer_list<uint8_t> dim_order = {}) {
    int d = 0;
    for (const int32_t size : shape) sizes[d] = bounds[d] = size, order[d] = static_cast<uint8_t>(d), ++d;
    d = 0;
    for (const uint8_t dim : dim_order) order[d++] = dim;
    tensor.data = elements;
    tensor.sizes = sizes;
    tensor.strides = strides;
    tensor.dim_order = order;
    tensor.bounds = bounds;
    tensor.rank = RANK;
    tensor.dtype = dtype;
    tensor.dynamic = dynamic;
    tensor.capacity = tensor.bytes();
    set_strides(tensor);
    for (size_t i = 0; i < 64; ++i) elements[i] = static_cast<T>(i);
  }
  Array(const Array&) = delete;
};

TEST_CASE("numbers taken from tensors") {
  Array<float, 2> x(DType::Float32, {3, 5});
  x.elements[0] = 2.5f;
  Call size(value_of(x.tensor), number(-1), number(0));
  CHECK(size.run("aten::sym_size.int") == Error::Ok);
  check(size.values[2], 5);
  Call bad(value_of(x.tensor), number(2), number(0));
  CHECK(bad.run("aten::sym_size.int") == Error::BadArgument);
  CHECK(std::string(bad.reason.text()) == "dimension 2 is not in [-2, 1]");
  Call numel(value_of(x.tensor), number(0));
  CHECK(numel.run("aten::sym_numel") == Error::Ok);
  check(numel.values[1], 15);

  Call real(value_of(x.tensor), number(0));
  CHECK(real.run("aten::_local_scalar_dense") == Error::Ok);
  check(real.values[1], 2.5);
  Array<int64_t, 0> whole(DType::Int64, {});
  whole.elements[0] = (int64_t{1} << 53) + 1;
  Call integer(value_of(whole.tensor), number(0));
  CHECK(integer.run("aten::_local_scalar_dense") == Error::Ok);
  check(integer.values[1], (int64_t{1} << 53) + 1);
  Array<uint8_t, 1> flag(DType::Bool, {1});
  flag.elements[0] = 1;
  Call truth(value_of(flag.tensor), number(0));
  CHECK(truth.run("aten::_local_scalar_dense") == Error::Ok);
  check(truth.values[1], true);
  Array<float, 1> none(DType::Float32, {0});
  Call empty(value_of(none.tensor), number(0));
  CHECK(empty.run("aten::_local_scalar_dense") == Error::BadArgument);
  CHECK(std::string(empty.reason.text()) == "a tensor without elements has no first one");
  Call rankless(value_of(whole.tensor), number(0), number(0));
  CHECK(rankless.run("aten::sym_size.int") == Error::BadArgument);
  CHECK(std::string(rankless.reason.text()) == "a tensor of rank 0 has no sizes");
}

// et_view of `x` with sizes of up to three dimensions.
template <class X, class Out>
Error view(X& x, std::initializer_list<int64_t> sizes, Out& out) {
  Value list;
  list.tag = Value::Tag::IntList;
  list.count = static_cast<uint32_t>(sizes.size());
  static const int64_t items[] = {3, 4, 5};
  list.int_items = items;
  Value n[3] = {number(0), number(0), number(0)};
  size_t k = 0;
  for (const int64_t size : sizes) n[k++] = number(size);
  Call call(value_of(x.tensor), list, value_of(out.tensor), n[0], n[1], n[2]);
  call.count = 3;
  return call.run("executorch_prim::et_view.default");
}

TEST_CASE("et_view shares memory") {
  Array<float, 2> x(DType::Float32, {3, 4});
  Array<float, 3> out(DType::Float32, {2, 3, 2}, true);
  out.tensor.data = nullptr;
  CHECK(view(x, {2, -1, 2}, out) == Error::Ok);
  CHECK(out.tensor.data == x.tensor.data);
  CHECK(out.sizes[1] == 3);
  CHECK(out.tensor.capacity == x.tensor.capacity);
  CHECK(view(x, {2, 5, 2}, out) == Error::BadArgument);
  CHECK(view(x, {-1, -1, 2}, out) == Error::BadArgument);
  CHECK(view(x, {-1, 0, 2}, out) == Error::BadArgument);
  CHECK(view(x, {int64_t{1} << 62, 4, 2}, out) == Error::BadArgument);
  CHECK(view(x, {12}, out) == Error::BadArgument);
  Array<double, 3> other(DType::Float64, {2, 3, 2}, true);
  CHECK(view(x, {2, 3, 2}, other) == Error::BadArgument);

  // Memory that does not lie in the order of the new sizes is refused, unless the output's order says the same.
  Array<float, 2> columns(DType::Float32, {3, 4}, false, {1, 0});
  CHECK(view(columns, {2, 3, 2}, out) == Error::Unsupported);
  Array<float, 3> same(DType::Float32, {3, 1, 4}, true, {2, 1, 0});
  CHECK(view(columns, {3, 1, 4}, same) == Error::Ok);
  CHECK(same.tensor.data == columns.tensor.data);
}

TEST_CASE("et_copy_index collects rows") {
  Array<float, 2> dest(DType::Float32, {3, 4}, true);
  Array<float, 1> src(DType::Float32, {4});
  for (int64_t row = 0; row < 3; ++row) {
    src.elements[0] = static_cast<float>(100 + row);
    Call call(value_of(dest.tensor), value_of(src.tensor), number(row));
    CHECK(call.run("executorch_prim::et_copy_index.tensor") == Error::Ok);
    CHECK(dest.sizes[0] == row + 1);
    CHECK(dest.elements[4 * row] == static_cast<float>(100 + row));
    CHECK(dest.elements[4 * row + 3] == 3.0f);
  }
  for (const int64_t row : {int64_t{3}, int64_t{-1}, INT64_MAX}) {
    Call call(value_of(dest.tensor), value_of(src.tensor), number(row));
    CHECK(call.run("executorch_prim::et_copy_index.tensor") == Error::BadArgument);
  }
  Array<float, 1> longer(DType::Float32, {5});
  Call call(value_of(dest.tensor), value_of(longer.tensor), number(1));
  CHECK(call.run("executorch_prim::et_copy_index.tensor") == Error::BadArgument);
  CHECK(std::string(call.reason.text()) == "src has size 5 in dimension 0, a row of dest has 4");
  Array<float, 1> shorter(DType::Float32, {2});  // the first row says how long they are
  Call first(value_of(dest.tensor), value_of(shorter.tensor), number(0));
  CHECK(first.run("executorch_prim::et_copy_index.tensor") == Error::Ok);
  CHECK(dest.sizes[1] == 2);

  // Rows that lie across memory move when there are more of them; of a static tensor there never are.
  Array<float, 2> across(DType::Float32, {3, 4}, true, {1, 0});
  Call grow(value_of(across.tensor), value_of(src.tensor), number(1));
  CHECK(grow.run("executorch_prim::et_copy_index.tensor") == Error::Unsupported);
  CHECK(std::string(grow.reason.text()) ==
        "dest's rows are not its outermost dimension, and would move as it grows; make it contiguous");
  across.tensor.dynamic = false;
  CHECK(grow.run("executorch_prim::et_copy_index.tensor") == Error::Ok);
  CHECK(across.elements[1] == 102.0f);
  Call over(value_of(across.tensor), value_of(src.tensor), number(3));
  CHECK(over.run("executorch_prim::et_copy_index.tensor") == Error::BadArgument);
  CHECK(std::string(over.reason.text()) == "index is 3, expected a number from 0 to 2");
}

}  // namespace
