// options_test.cpp -- words to options, and the words for what is none.
#include "gleed/devtools/cli/options.h"

#include <doctest/doctest.h>

#include "gleed/devtools/cli/command.h"

namespace gleed::cli {
namespace {

constexpr OptionDef kDefs[] = {{"--input", true}, {"--runs", true}, {"--all", false}};

struct Read {
  Options options;
  Reason reason;
  Error error;
  explicit Read(std::vector<std::string> words) : error(options.read({words.data(), words.size()}, kDefs, reason)) {}
  std::string text() const { return reason.text(); }
};

TEST_CASE("a file and options in any order, values apart or after =") {
  const Read r({"--input", "a", "model.pte", "--input=b=c", "--all", "--runs", "3", "--input", "-4"});
  REQUIRE(r.error == Error::Ok);
  CHECK(std::string(r.options.file()) == "model.pte");
  CHECK(r.options.values("--input") == std::vector<std::string>{"a", "b=c", "-4"});
  CHECK(std::string(r.options.value("--input")) == "-4");
  CHECK(r.options.has("--all"));
  CHECK(r.options.value("--runs") == std::string("3"));
  const Read plain({"x"});
  CHECK(!plain.options.has("--all"));
  CHECK(plain.options.value("--runs") == nullptr);
  CHECK(plain.options.values("--input").empty());
}

TEST_CASE("words that do not fit") {
  CHECK(Read({}).text() == "needs a .pte file");
  CHECK(Read({"--all"}).text() == "needs a .pte file");
  CHECK(Read({"a", "b"}).text() == "takes one file, was given \"b\" too");
  CHECK(Read({"a", "--al"}).text() == "there is no option \"--al\"");
  CHECK(Read({"a", "--input"}).text() == "option --input needs a value");
  CHECK(Read({"a", "--all=1"}).text() == "option --all takes no value");
  CHECK(Read({"a", "-x"}).error == Error::BadArgument);
}

TEST_CASE("numbers above 0") {
  Reason reason;
  size_t runs = 0;
  double seconds = 0;
  CHECK(Read({"a"}).options.positive("--runs", size_t{7}, reason, &runs) == Error::Ok);
  CHECK(runs == 7);
  CHECK(Read({"a", "--runs", "12"}).options.positive("--runs", size_t{7}, reason, &runs) == Error::Ok);
  CHECK(runs == 12);
  CHECK(Read({"a", "--runs", "0.5"}).options.positive("--runs", 1.0, reason, &seconds) == Error::Ok);
  CHECK(seconds == 0.5);
  for (const char* wrong : {"0", "-1", "x", "", "1x", "nan", "inf", "1e30"}) {
    CAPTURE(wrong);
    CHECK(Read({"a", "--runs", wrong}).options.positive("--runs", 1.0, reason, &seconds) == Error::BadArgument);
    CHECK(std::string(reason.text()) ==
          "option --runs takes a number above 0, was given \"" + std::string(wrong) + "\"");
  }
  CHECK(Read({"a", "--runs", "1.5"}).options.positive("--runs", size_t{1}, reason, &runs) == Error::BadArgument);
  CHECK(std::string(reason.text()) == "option --runs takes a whole number above 0, was given \"1.5\"");
}

TEST_CASE("the help of each command tells all its options and has examples") {
  for (const Command* command : {&kRun, &kInspect, &kBench}) {
    const std::string help = command->help;
    CHECK(help.find("usage: gleed " + std::string(command->name) + " FILE.pte") != std::string::npos);
    CHECK(help.find("\nexamples:\n") != std::string::npos);
    for (const OptionDef& def : command->options) {
      CHECK(help.find("[" + std::string(def.name)) + help.find("| " + std::string(def.name)) != 2 * std::string::npos);
      CHECK(help.find("\n  " + std::string(def.name)) != std::string::npos);
    }
  }
}

}  // namespace
}  // namespace gleed::cli
