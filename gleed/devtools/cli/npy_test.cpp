// npy_test.cpp -- .npy files written and read back, and what is none. (tests/command_test.py holds them against NumPy.)
#include "gleed/devtools/cli/npy.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "gleed/platform/posix/test_files.h"

namespace gleed::cli {
namespace {

// A file that is gone after the test.
struct TemporaryFile {
  TestFolder folder;
  std::string path = folder / "x.npy";
};

std::string npy(const std::string& dictionary, const std::string& elements, char version = 1) {
  std::string out("\x93NUMPY", 6);
  out += {version, 0, static_cast<char>(dictionary.size() & 0xff), static_cast<char>(dictionary.size() >> 8)};
  if (version > 1) out += {0, 0};
  return out + dictionary + elements;
}

// The words, without the path, with which a file of these bytes is refused.
std::string refused(const std::string& bytes) {
  const TemporaryFile file;
  file.folder.write("x.npy", bytes);
  OwnTensor tensor;
  Reason reason;
  CHECK(read_npy(file.path.c_str(), &tensor, reason) == Error::BadArgument);
  std::string text = reason.text();
  const std::string quoted = "\"" + file.path + "\"";
  CHECK(text.find(quoted) == 0);
  return text.substr(quoted.size());
}

TEST_CASE("every dtype that NumPy has comes back as it went, and bfloat16") {
  for (const DType dtype :
       {DType::UInt8, DType::Int8, DType::Int16, DType::Int32, DType::Int64, DType::Float16, DType::Float32,
        DType::Float64, DType::Bool, DType::BFloat16, DType::UInt16, DType::UInt32, DType::UInt64}) {
    for (const auto& sizes : {std::vector<int32_t>{2, 3}, {}, {5}, {0, 2}}) {
      CAPTURE(dtype_name(dtype));
      OwnTensor tensor, back;
      Reason reason;
      REQUIRE(tensor.make(dtype, {sizes.data(), sizes.size()}, reason) == Error::Ok);
      for (int64_t i = 0; i < tensor.tensor().numel(); ++i)
        REQUIRE(set_element(dtype, tensor.tensor().data, i, static_cast<double>(i % 2)));
      const TemporaryFile file;
      REQUIRE(write_npy(file.path.c_str(), tensor.tensor(), reason) == Error::Ok);
      REQUIRE(read_npy(file.path.c_str(), &back, reason) == Error::Ok);
      CHECK(back.tensor().dtype == dtype);
      CHECK(same_sizes(back.tensor(), tensor.tensor()));
      CHECK(std::memcmp(back.tensor().data, tensor.tensor().data, tensor.tensor().bytes()) == 0);
    }
  }
}

TEST_CASE("Fortran order, and versions 2 and 3") {
  const float columns[6] = {1, 4, 2, 5, 3, 6};
  const std::string elements(reinterpret_cast<const char*>(columns), sizeof columns);
  for (const char version : {1, 2, 3}) {
    const TemporaryFile file;
    file.folder.write("x.npy", npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }\n", elements, version));
    OwnTensor tensor, dense;
    Reason reason;
    REQUIRE(read_npy(file.path.c_str(), &tensor, reason) == Error::Ok);
    REQUIRE(dense.copy(tensor.tensor(), reason) == Error::Ok);
    for (int64_t i = 0; i < 6; ++i) CHECK(dense.tensor().ptr<float>()[i] == static_cast<float>(i + 1));
  }
}

TEST_CASE("what is no array that can be used") {
  const std::string order = "'fortran_order': False, ", four(16, '\0');
  CHECK(refused("") == " is no .npy file");
  CHECK(refused("PK\3\4 a zip file") == " is no .npy file");
  CHECK(refused(npy("", "", 9)) == " has version 9 of the .npy format; 1 to 3 can be read");
  CHECK(refused(npy("{'descr': '<f4', ", "").substr(0, 20)) == " is cut short in its header");
  std::string large = npy("", "", 2);
  large[11] = 1;  // the highest byte of the header's length
  CHECK(refused(large) == " has a header of 16777216 bytes; it is damaged");
  CHECK(refused(npy("{'descr': '>f4', " + order + "'shape': (4,)}", four)) ==
        " holds elements of NumPy's type '>f4', which Gleed does not have; convert them");
  CHECK(refused(npy("{'descr': '<c8', " + order + "'shape': (2,)}", four)).find("'<c8'") != std::string::npos);
  CHECK(refused(npy("{'descr': [('a', '<f4')], " + order + "'shape': (4,)}", four)) ==
        " holds structured elements; plain arrays can be read");
  CHECK(refused(npy("{'descr': '<f4', 'shape': (4,)}", four)) == " its header names no order");
  CHECK(refused(npy("{'descr': '<f4', " + order + "}", four)) == " its header names no shape");
  CHECK(refused(npy("{'descr': '<f4', " + order + "'shape': (-4,)}", four)) == " has a shape that cannot be used");
  CHECK(refused(npy("{'descr': '<f4', " + order + "'shape': (x,)}", four)) == " has a shape that cannot be used");
  CHECK(refused(npy("{'descr': '<f4', " + order + "'shape': (99999999999,)}", four)) ==
        " has a shape that cannot be used");
  std::string many = "1";
  for (int i = 0; i < 16; ++i) many += ", 1";
  CHECK(refused(npy("{'descr': '<f4', " + order + "'shape': (" + many + ")}", four)) == " has more than 16 dimensions");
  CHECK(refused(npy("{'descr': '<f4', " + order + "'shape': (5,)}", four)) ==
        " is cut short: its shape needs 20 bytes, the file has 16");
}

TEST_CASE("sizes that no machine has") {
  const TemporaryFile file;
  file.folder.write("x.npy",
                    npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2147483647, 2147483647, 2147483647)}", ""));
  OwnTensor tensor;
  Reason reason;
  CHECK(read_npy(file.path.c_str(), &tensor, reason) == Error::OutOfMemory);
  CHECK(std::string(reason.text()) == "\"" + file.path + "\": a tensor is too large for this machine");
}

TEST_CASE("files that cannot be read or written") {
  OwnTensor tensor;
  Reason reason;
  CHECK(read_npy("/nonexistent.npy", &tensor, reason) == Error::Io);
  CHECK(std::string(reason.text()) == "cannot open \"/nonexistent.npy\": No such file or directory");
  CHECK(read_npy("/", &tensor, reason) == Error::Io);
  CHECK(std::string(reason.text()) == "cannot read \"/\": Is a directory");
  const int32_t size = 3;
  REQUIRE(tensor.make(DType::Float32, {&size, 1}, reason) == Error::Ok);
  CHECK(write_npy("/nonexistent/x.npy", tensor.tensor(), reason) == Error::Io);
  CHECK(std::string(reason.text()) == "cannot write \"/nonexistent/x.npy\": No such file or directory");
  REQUIRE(tensor.make(DType::QInt8, {&size, 1}, reason) == Error::Ok);
  CHECK(write_npy("x.npy", tensor.tensor(), reason) == Error::BadArgument);
  CHECK(std::string(reason.text()) == "NumPy has no qint8; it cannot be saved");
}

TEST_CASE("a file that cannot be finished is an error, and nothing is left of it") {
  const TemporaryFile file;
  OwnTensor tensor;
  Reason reason;
  const int32_t size = 3;
  REQUIRE(tensor.make(DType::Float32, {&size, 1}, reason) == Error::Ok);
  for (const rlim_t most : {0, 130}) {  // the header has 128 bytes
    Error error = Error::Ok;
    {
      const Limited bytes(RLIMIT_FSIZE, most);
      error = write_npy(file.path.c_str(), tensor.tensor(), reason);
    }
    CHECK(error == Error::Io);
    CHECK(std::string(reason.text()) == "cannot write \"" + file.path + "\": File too large");
    CHECK(file.folder.count() == 0);
  }
}

}  // namespace
}  // namespace gleed::cli
