// method_inputs_test.cpp -- what a method takes as inputs, and the words for what it does not.
#include <cmath>
#include <limits>

#include "gleed/format/test_golden.h"
#include "gleed/runtime/test_programs.h"

namespace gleed {
namespace {

const std::string kInput0 = "method \"forward\", input 0: ";

// A run of y = -x, loaded.
struct NegRun : TestRun {
  NegRun(std::vector<int32_t> sizes, bool is_dynamic) : TestRun(neg_sketch(std::move(sizes), is_dynamic).file()) {
    REQUIRE(load() == Error::Ok);
  }
};

TEST_CASE("what a method tells of itself") {
  NegRun run({4, 3}, true);
  CHECK(std::string(run.method.name()) == "forward");
  CHECK(run.method.input_count() == 1);
  CHECK(run.method.output_count() == 1);
  const Tensor& x = *run.method.input(0).tensor;
  CHECK(x.dtype == DType::Float32);
  CHECK(x.bounds[0] == 4);
  CHECK(x.dynamic);
}

TEST_CASE("a static input takes its own sizes only") {
  NegRun run({2, 3}, false);
  CHECK(run.set(0, Floats(6, 1.f), {2, 3}) == Error::Ok);
  CHECK(run.set(0, Floats(4, 1.f), {2, 2}) == Error::BadArgument);
  CHECK(run.text() ==
        kInput0 + "size 2 in dimension 1 differs from the fixed size 3; lower the model with a dynamic shape");
  CHECK(run.set(0, Floats(12, 1.f), {4, 3}) == Error::BadArgument);
  CHECK(run.set(0, Floats(6, 1.f), {6}) == Error::BadArgument);
  CHECK(run.text() == kInput0 + "expected rank 2, got rank 1");
}

TEST_CASE("a dynamic input takes every size up to its bound, the bound and 0 among them") {
  NegRun run({4}, true);
  for (const int32_t n : {4, 1, 0, 3, 4}) {
    CAPTURE(n);
    REQUIRE(run.run(Floats(static_cast<size_t>(n), 2.f)) == Error::Ok);
    CHECK(run.output() == Floats(static_cast<size_t>(n), -2.f));
  }
  CHECK(run.set(0, Floats(5, 1.f)) == Error::BadArgument);
  CHECK(run.text() ==
        kInput0 + "size 5 in dimension 0 is over the largest size 4; lower the model with a larger Dim(max=)");
  const std::vector<int32_t> negative = {-1};
  Tensor wrong = TensorRef(Floats(1).data(), {1}).tensor();
  int32_t size = -1;
  wrong.sizes = &size;
  CHECK(run.method.set_input(0, wrong, run.reason) == Error::BadArgument);
  CHECK(run.text() == kInput0 + "size -1 in dimension 0 is negative");
  REQUIRE(run.run(Floats(4, 3.f)) == Error::Ok);  // a refused input leaves the method usable
  CHECK(run.output() == Floats(4, -3.f));
}

TEST_CASE("dtypes are never converted in silence") {
  NegRun run({2}, false);
  const double doubles[] = {1, 2};
  const int64_t longs[] = {1, 2};
  CHECK(run.method.set_input(0, TensorRef(doubles, {2}).tensor(), run.reason) == Error::BadArgument);
  CHECK(run.text() == kInput0 + "expected dtype float32, got float64; convert the input");
  CHECK(run.method.set_input(0, TensorRef(longs, {2}).tensor(), run.reason) == Error::BadArgument);
  CHECK(run.text() == kInput0 + "expected dtype float32, got int64; convert the input");
}

TEST_CASE("no data, no tensor, no such input") {
  NegRun run({2}, true);
  const float* nothing = nullptr;
  CHECK(run.method.set_input(0, TensorRef(nothing, {2}).tensor(), run.reason) == Error::BadArgument);
  CHECK(run.text() == kInput0 + "the tensor has no data (null pointer)");
  CHECK(run.method.set_input(0, TensorRef(nothing, {0}).tensor(), run.reason) == Error::Ok);  // needs none
  Value value;
  value.tag = Value::Tag::Tensor;
  value.tensor = nullptr;
  CHECK(run.method.set_input(0, value, run.reason) == Error::BadArgument);
  CHECK(run.text() == kInput0 + "the tensor is a null pointer");
  CHECK(run.set(1, {1.f}) == Error::BadArgument);
  CHECK(run.text() == "method \"forward\", input 1: the method has 1 inputs");
  value.set(int64_t{3});
  CHECK(run.method.set_input(7, value, run.reason) == Error::BadArgument);
  CHECK(run.text() == "method \"forward\", input 7: the method has 1 inputs");
}

TEST_CASE("execute needs every input, anew each time") {
  NegRun run({2}, false);
  CHECK(run.method.execute(run.reason) == Error::BadState);
  CHECK(run.text() == kInput0 + "was not set; each execute needs all 1 inputs set anew");
  REQUIRE(run.run({1, 2}) == Error::Ok);
  CHECK(run.method.execute(run.reason) == Error::BadState);  // its memory may hold something else by now
  REQUIRE(run.set(0, {5, 6}) == Error::Ok);
  run.method.reset();
  CHECK(run.method.execute(run.reason) == Error::BadState);
}

TEST_CASE("any strides are read in the right order") {
  NegRun run({2, 3}, false);
  const Floats columns = {1, 4, 2, 5, 3, 6};  // column-major
  int32_t sizes[] = {2, 3};
  int64_t strides[] = {1, 2};
  Tensor t;
  t.data = const_cast<float*>(columns.data());
  t.sizes = sizes;
  t.strides = strides;
  t.rank = 2;
  REQUIRE(run.method.set_input(0, t, run.reason) == Error::Ok);
  REQUIRE(run.method.execute(run.reason) == Error::Ok);
  CHECK(run.output() == Floats{-1, -2, -3, -4, -5, -6});
  const Floats gaps = {1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0};
  t.data = const_cast<float*>(gaps.data());
  strides[0] = 6, strides[1] = 2;
  REQUIRE(run.method.set_input(0, t, run.reason) == Error::Ok);
  REQUIRE(run.method.execute(run.reason) == Error::Ok);
  CHECK(run.output() == Floats{-1, -2, -3, -4, -5, -6});
}

TEST_CASE("a row-major tensor for a channels-last input is brought to its order") {
  Sketch s;
  TensorData last = Sketch::shape({1, 2, 2, 2});
  last.dim_order = {0, 2, 3, 1};
  const int32_t x = s.planned(last), y = s.planned(last);
  s.op("aten::neg.out", {x, y});
  s.m.inputs = {x};
  s.m.outputs = {y};
  TestRun run(s.file());
  REQUIRE(run.load() == Error::Ok);
  REQUIRE(run.set(0, {1, 2, 3, 4, 5, 6, 7, 8}, {1, 2, 2, 2}) == Error::Ok);
  REQUIRE(run.method.execute(run.reason) == Error::Ok);
  CHECK(run.output() == Floats{-1, -5, -2, -6, -3, -7, -4, -8});  // as they lie in memory
  CHECK(run.method.output(0).tensor->strides[1] == 1);
}

TEST_CASE("rank 0 and no elements") {
  NegRun number({}, false);
  REQUIRE(number.set(0, {3}, {}) == Error::Ok);
  REQUIRE(number.method.execute(number.reason) == Error::Ok);
  CHECK(number.output() == Floats{-3});
  NegRun empty({0, 3}, false);
  REQUIRE(empty.set(0, {}, {0, 3}) == Error::Ok);
  REQUIRE(empty.method.execute(empty.reason) == Error::Ok);
  CHECK(empty.output().empty());
}

// --- numbers, None and strings ---

// Inputs: an int that the program adds to another, an int, a float, a bool, None, a string that it does not read.
struct NumberRun : TestRun {
  static TestFile made() {
    Sketch s;
    const int32_t used = s.add(int64_t{5}), fixed = s.add(int64_t{7}), real = s.add(0.5), flag = s.add(true);
    const int32_t none = s.add(NoneData{}), text = s.add(std::string("mode")), two = s.add(int64_t{2}),
                  sum = s.add(int64_t{0});
    s.op("executorch_prim::add.Scalar", {used, two, sum});
    s.m.inputs = {used, fixed, real, flag, none, text};
    s.m.outputs = {sum};
    return s.file();
  }
  NumberRun() : TestRun(made()) { REQUIRE(load() == Error::Ok); }
  template <class T>
  Error give(size_t i, T number) {
    Value v;
    v.set(number);
    return method.set_input(i, v, reason);
  }
  Error give_text(size_t i, const char* words) {
    Value v;
    v.tag = Value::Tag::String;
    v.string = words;
    v.count = static_cast<uint32_t>(std::strlen(words));
    return method.set_input(i, v, reason);
  }
  Error give_rest() {
    GLEED_TRY(give(1, int64_t{7}));
    GLEED_TRY(give(2, 0.5));
    GLEED_TRY(give(3, true));
    GLEED_TRY(method.set_input(4, Value(), reason));
    return give_text(5, "mode");
  }
};

TEST_CASE("a number that the program reads is used") {
  NumberRun run;
  for (const int64_t n : {5, 40, -3}) {
    REQUIRE(run.give(0, n) == Error::Ok);
    REQUIRE(run.give_rest() == Error::Ok);
    REQUIRE(run.method.execute(run.reason) == Error::Ok);
    CHECK(run.method.output(0).as_int() == n + 2);
  }
}

TEST_CASE("a number that was fixed at export must be the same") {
  NumberRun run;
  CHECK(run.give(1, int64_t{7}) == Error::Ok);
  CHECK(run.give(1, int64_t{8}) == Error::BadArgument);
  CHECK(run.text() ==
        "method \"forward\", input 1: was fixed to 7 when the model was exported, got 8; export it with Dim.DYNAMIC or "
        "as a "
        "tensor to keep it free");
  CHECK(run.give(2, 0.5) == Error::Ok);
  CHECK(run.give(2, 0.50001) == Error::Ok);  // within what upstream allows
  CHECK(run.give(2, 0.6) == Error::BadArgument);
  CHECK(run.text() ==
        "method \"forward\", input 2: was fixed to 0.500000 when the model was exported, got 0.600000; give it as a "
        "tensor to "
        "keep it free");
  CHECK(run.give(2, std::nan("")) == Error::BadArgument);
  CHECK(run.give(2, HUGE_VAL) == Error::BadArgument);
  CHECK(run.give(3, true) == Error::Ok);
  CHECK(run.give(3, false) == Error::BadArgument);
  CHECK(run.give_text(5, "mode") == Error::Ok);
  CHECK(run.give_text(5, "mod") == Error::BadArgument);
  CHECK(run.text() == "method \"forward\", input 5: was fixed to \"mode\" when the model was exported");
}

TEST_CASE("numbers fixed to infinity or nan") {
  Sketch s;
  const int32_t infinite = s.add(HUGE_VAL), nan = s.add(std::nan(""));
  s.m.inputs = {infinite, nan};
  TestRun run(s.file());
  REQUIRE(run.load() == Error::Ok);
  const auto give = [&](size_t i, double d) {
    Value v;
    v.set(d);
    return run.method.set_input(i, v, run.reason);
  };
  CHECK(give(0, HUGE_VAL) == Error::Ok);
  CHECK(give(0, -HUGE_VAL) == Error::BadArgument);
  CHECK(give(0, 5.0) == Error::BadArgument);
  CHECK(give(1, std::nan("")) == Error::Ok);
  CHECK(give(1, 0.0) == Error::BadArgument);
}

TEST_CASE("values of another kind") {
  NumberRun run;
  CHECK(run.give(0, 5.0) == Error::BadArgument);
  CHECK(run.text() == "method \"forward\", input 0: expected int, got float");
  CHECK(run.give(3, int64_t{1}) == Error::BadArgument);
  CHECK(run.text() == "method \"forward\", input 3: expected bool, got int");
  CHECK(run.give(4, true) == Error::BadArgument);
  CHECK(run.text() == "method \"forward\", input 4: expected None, got bool");
  CHECK(run.method.set_input(5, Value(), run.reason) == Error::BadArgument);
  CHECK(run.text() == "method \"forward\", input 5: expected str, got None");
  CHECK(run.set(0, {1.f}) == Error::BadArgument);
  CHECK(run.text() == "method \"forward\", input 0: expected int, got a tensor");
  NegRun tensor({2}, false);
  Value number;
  number.set(1.0);
  CHECK(tensor.method.set_input(0, number, tensor.reason) == Error::BadArgument);
  CHECK(tensor.text() == kInput0 + "expected tensor, got float");
  Value list;
  list.tag = Value::Tag::IntList;
  CHECK(tensor.method.set_input(0, list, tensor.reason) == Error::BadArgument);
  CHECK(tensor.text() == kInput0 + "expected tensor, got list");
}

}  // namespace
}  // namespace gleed
