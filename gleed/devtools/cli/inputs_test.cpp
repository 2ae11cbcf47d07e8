// inputs_test.cpp -- words of --input as the values of a method's inputs.
#include "gleed/devtools/cli/inputs.h"

#include <set>

#include "gleed/devtools/cli/npy.h"
#include "gleed/platform/posix/test_files.h"
#include "gleed/runtime/test_programs.h"

namespace gleed::cli {
namespace {

using Words = std::vector<std::string>;

// Inputs: a float tensor of up to 4 elements, which the method negates, and a number.
struct Run : TestRun {
  Inputs inputs;

  explicit Run(ValueData number = int64_t{3}) : TestRun(sketch(std::move(number)).file()) {
    REQUIRE(load() == Error::Ok);
  }
  static Sketch sketch(ValueData number) {
    Sketch s = neg_sketch({4}, true);
    s.m.inputs.push_back(s.add(std::move(number)));
    return s;
  }
  // The method's output for these words.
  Floats run(const Words& words) {
    const Error error = inputs.make(method, words, reason);
    CAPTURE(text());
    REQUIRE(error == Error::Ok);
    REQUIRE(inputs.set(method, reason) == Error::Ok);
    REQUIRE(method.execute(reason) == Error::Ok);
    return output();
  }
  std::string refused(const Words& words) {
    CHECK(inputs.make(method, words, reason) == Error::BadArgument);
    return text();
  }
};

TEST_CASE("fillers are of the largest size; without words all are ones") {
  CHECK(Run().run({}) == Floats{-1, -1, -1, -1});
  CHECK(Run().run({"ones", "3"}) == Floats{-1, -1, -1, -1});
  CHECK(Run().run({"zeros", "ones"}) == Floats{-0.f, -0.f, -0.f, -0.f});
  const Floats random = Run().run({"random", "3"});
  CHECK(std::set<float>(random.begin(), random.end()).size() == 4);
  for (const float x : random) CHECK(std::abs(x) <= 1);
  CHECK(Run().run({"random", "3"}) == random);  // the same in every run
}

TEST_CASE("a file, of any size within the bounds") {
  const TestFolder folder;
  const float elements[2] = {5, 6};
  Run run;
  REQUIRE(write_npy((folder / "x.npy").c_str(), TensorRef(elements, {2}).tensor(), run.reason) == Error::Ok);
  CHECK(run.run({folder / "x.npy", "3"}) == Floats{-5, -6});
  const std::string missing = folder / "missing.npy";
  Inputs none;
  CHECK(none.make(run.method, {missing, "3"}, run.reason) == Error::Io);
  CHECK(run.text() == "method \"forward\", input 0: cannot open \"" + missing + "\": No such file or directory");
}

TEST_CASE("numbers are of the kind that the method takes, where they can be") {
  CHECK(Run(int64_t{3}).run({"ones", "3"}).size() == 4);
  CHECK(Run(2.0).run({"ones", "2"}).size() == 4);
  CHECK(Run(2.5).run({"ones", "2.5"}).size() == 4);
  CHECK(Run(true).run({"ones", "true"}).size() == 4);
  Run real(int64_t{3});
  REQUIRE(real.inputs.make(real.method, {"ones", "2.5"}, real.reason) == Error::Ok);
  CHECK(real.inputs.set(real.method, real.reason) == Error::BadArgument);  // the method is the judge
  CHECK(real.text() == "method \"forward\", input 1: expected int, got float");
}

TEST_CASE("words that are no values") {
  CHECK(Run().refused({"ones"}) == "method \"forward\" takes 2 inputs, was given 1; --input is needed once for each");
  TestRun single(neg_sketch({4}).file());
  REQUIRE(single.load() == Error::Ok);
  Inputs inputs;
  CHECK(inputs.make(single.method, {"ones", "ones"}, single.reason) == Error::BadArgument);
  CHECK(single.text() == "method \"forward\" takes 1 input, was given 2; --input is needed once for each");
  for (const char* word : {"picture.png", "", "1x", "True"}) {
    CHECK(Run().refused({"ones", word}) == "method \"forward\", input 1: \"" + std::string(word) +
                                               "\" is none of: a file that ends in .npy, ones, zeros, random, a "
                                               "number, true, false");
  }
}

TEST_CASE("a dtype that has no ones") {
  Sketch s;
  const int32_t x = s.tensor({4}, DType::QInt8);
  s.m.inputs = {x};
  s.m.outputs = {x};
  TestRun run(s.file());
  REQUIRE(run.load() == Error::Ok);
  Inputs inputs;
  for (const char* word : {"ones", "random"}) {
    CHECK(inputs.make(run.method, {word}, run.reason) == Error::BadArgument);
    CHECK(run.text() == "method \"forward\", input 0: \"" + std::string(word) +
                            "\" is not possible for qint8; give zeros, or run the program from C++ (gleed::Module)");
  }
  REQUIRE(inputs.make(run.method, {"zeros"}, run.reason) == Error::Ok);
  CHECK(inputs.set(run.method, run.reason) == Error::Ok);
}

}  // namespace
}  // namespace gleed::cli
