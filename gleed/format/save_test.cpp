// save_test.cpp -- a program file appears whole or not at all, whatever the system refuses.
#include <sys/stat.h>

#include "gleed/format/write.h"
#include "gleed/platform/posix/test_files.h"

namespace gleed {
namespace {

const std::string kAsItWas = "; nothing was written, a file of that name is as it was";

// A method that returns a constant of 40,000 bytes, each of them `fill`.
struct Large {
  std::vector<uint8_t> elements;
  ProgramData data;

  explicit Large(uint8_t fill) : elements(40000, fill) {
    TensorData t;
    t.dtype = DType::UInt8;
    t.sizes = {40000};
    t.dim_order = {0};
    t.data = 0;
    MethodData m;
    m.name = "forward";
    m.input_tree = m.output_tree = "$";
    m.values = {t};
    m.outputs = {0};
    data.methods = {m};
    data.constants = {{elements.data(), elements.size()}};
  }
  // "" or the words.
  std::string save(const std::string& path) const {
    Reason reason;
    const Error error = save_program(data, {}, path.c_str(), reason);
    CHECK((error == Error::Ok || error == Error::Io));
    return error == Error::Ok ? "" : reason.text();
  }
  std::string bytes() const {
    std::vector<uint8_t> out;
    Reason reason;
    REQUIRE(write_program(data, {}, &out, reason) == Error::Ok);
    return {out.begin(), out.end()};
  }
};

TEST_CASE("what is saved is what is written into memory, and may be read by all whom the process lets") {
  const TestFolder folder;
  const Large one(1), two(2);
  const mode_t mask = umask(027);
  CHECK(one.save(folder / "model.pte") == "");
  umask(mask);
  struct stat info;
  REQUIRE(stat((folder / "model.pte").c_str(), &info) == 0);
  CHECK((info.st_mode & 0777) == 0640);
  CHECK(folder.read("model.pte") == one.bytes());
  CHECK(two.save(folder / "model.pte") == "");  // over the first
  CHECK(folder.read("model.pte") == two.bytes());
  CHECK(folder.count() == 1);
  const std::string longest(255, 'x');
  CHECK(one.save(folder / longest) == "");
  CHECK(folder.read(longest) == one.bytes());
}

TEST_CASE("a program that would not load is not saved") {
  const TestFolder folder;
  const Large one(1);
  REQUIRE(one.save(folder / "model.pte") == "");
  ProgramData wrong = one.data;
  wrong.constants.clear();
  Reason reason;
  CHECK(save_program(wrong, {}, (folder / "model.pte").c_str(), reason) == Error::BadArgument);
  CHECK(folder.read("model.pte") == one.bytes());
  CHECK(folder.count() == 1);
}

TEST_CASE("a file that cannot be finished leaves the old one whole, and nothing beside it") {
  const TestFolder folder;
  const Large one(1), two(2);
  const std::string path = folder / "model.pte";
  REQUIRE(one.save(path) == "");
  for (const rlim_t most : {0, 100, 20000}) {  // nothing, some of the flatbuffer, some of the constant
    CAPTURE(most);
    std::string over, anew;
    {
      const Limited size(RLIMIT_FSIZE, most);
      over = two.save(path);
      anew = two.save(folder / "new.pte");
    }
    CHECK(over == "cannot save \"" + path + "\": File too large" + kAsItWas);
    CHECK(anew == "cannot save \"" + folder.path() + "/new.pte\": File too large" + kAsItWas);
    CHECK(folder.read("model.pte") == one.bytes());
    CHECK(folder.count() == 1);
  }
}

TEST_CASE("a folder that may not be written to, or is not there") {
  const TestFolder folder;
  const Large one(1), two(2);
  const std::string path = folder / "model.pte";
  REQUIRE(one.save(path) == "");
  std::string words;
  {
    const ReadOnly read_only(folder);
    words = two.save(path);
  }
  CHECK(words == "cannot save \"" + path + "\": Permission denied" + kAsItWas);
  CHECK(folder.read("model.pte") == one.bytes());
  CHECK(folder.count() == 1);
  CHECK(one.save(folder / "missing/model.pte") ==
        "cannot save \"" + folder.path() + "/missing/model.pte\": No such file or directory" + kAsItWas);
  CHECK(one.save(path + "/model.pte") == "cannot save \"" + path + "/model.pte\": Not a directory" + kAsItWas);
}

TEST_CASE("a link stays one, and what is no file is not replaced by one") {
  const TestFolder folder;
  const Large one(1);
  REQUIRE(symlink("model.pte", (folder / "link").c_str()) == 0);
  REQUIRE(symlink((folder / "link").c_str(), (folder / "far").c_str()) == 0);
  CHECK(one.save(folder / "far") == "");  // its end is not there yet
  CHECK(std::filesystem::is_symlink(folder / "far"));
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(folder.read("model.pte") == one.bytes());
  CHECK(one.save(folder / "far") == "");
  REQUIRE(symlink("round", (folder / "round").c_str()) == 0);
  CHECK(one.save(folder / "round").find(": Too many levels of symbolic links;") != std::string::npos);
  CHECK(one.save(folder.path()) == "cannot save \"" + folder.path() + "\": it is not a regular file" + kAsItWas);
  CHECK(one.save("/dev/null") == "cannot save \"/dev/null\": it is not a regular file" + kAsItWas);
  CHECK(folder.count() == 4);
}

}  // namespace
}  // namespace gleed
