// file_loaders_test.cpp -- files mapped and read: what they give, and each way in which a file cannot be opened or
// changes under the reader.
#include "gleed/platform/posix/file_loaders.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "gleed/platform/posix/test_files.h"

namespace gleed {
namespace {

std::vector<uint8_t> numbered(size_t count) {
  std::vector<uint8_t> bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<uint8_t>(i * 7 + 1);
  return bytes;
}

// The words with which a loader refuses to open `path`.
template <class Loader>
std::string refused(const std::string& path, Error expected) {
  Loader loader;
  Reason reason;
  CHECK(loader.open(path.c_str(), reason) == expected);
  return reason.text();
}

TEST_CASE_TEMPLATE("any range of a file, aligned as in the file", Loader, MmapLoader, FileLoader) {
  const TestFolder folder;
  const auto bytes = numbered(10000);
  const std::string path = folder.write("numbers", bytes);
  Loader loader;
  Reason reason;
  REQUIRE(loader.open(path.c_str(), reason) == Error::Ok);
  CHECK(loader.size() == 10000);
  Arena arena = Arena::heap();
  for (const uint64_t offset : {0, 1, 63, 64, 100, 4096, 9999, 10000}) {
    for (const uint64_t count : {0, 1, 64, 5000}) {
      if (offset + count > 10000) continue;
      Bytes got;
      REQUIRE(loader.read(offset, count, arena, reason, &got) == Error::Ok);
      REQUIRE(got.size == count);
      if (count) CHECK(reinterpret_cast<uintptr_t>(got.data) % kAlignment == offset % kAlignment);
      for (size_t i = 0; i < count; ++i) {
        if (got[i] != bytes[offset + i]) FAIL("byte " << i << " from " << offset);
      }
    }
  }
}

TEST_CASE_TEMPLATE("ranges past the end", Loader, MmapLoader, FileLoader) {
  const TestFolder folder;
  const std::string path = folder.write("short", numbered(100));
  Loader loader;
  Reason reason;
  REQUIRE(loader.open(path.c_str(), reason) == Error::Ok);
  Arena arena = Arena::heap();
  Bytes got;
  CHECK(loader.read(60, 41, arena, reason, &got) == Error::BadFile);
  CHECK(std::string(reason.text()) == "bytes 60 to 101 lie past the end of the file, which has 100");
  CHECK(loader.read(101, 0, arena, reason, &got) == Error::BadFile);
  CHECK(loader.read(1, UINT64_MAX, arena, reason, &got) == Error::BadFile);
  CHECK(arena.bytes_used() == 0);
}

TEST_CASE_TEMPLATE("what is no file", Loader, MmapLoader, FileLoader) {
  const TestFolder folder;
  const std::string missing = folder / "missing.pte";
  CHECK(refused<Loader>(missing, Error::Io) == "cannot open \"" + missing + "\": No such file or directory");
  CHECK(refused<Loader>(folder.path(), Error::Io) == "cannot open \"" + folder.path() + "\": not a regular file");
  CHECK(refused<Loader>("/dev/null", Error::Io) == "cannot open \"/dev/null\": not a regular file");
  const std::string pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(refused<Loader>(pipe, Error::Io) == "cannot open \"" + pipe + "\": not a regular file");  // and does not wait
}

TEST_CASE("an empty file cannot be mapped; read, it has no bytes") {
  const TestFolder folder;
  const std::string path = folder.write("empty", std::string());
  CHECK(refused<MmapLoader>(path, Error::BadFile) == "cannot map \"" + path + "\": the file is empty");
  FileLoader loader;
  Reason reason;
  Arena arena = Arena::heap();
  Bytes got;
  REQUIRE(loader.open(path.c_str(), reason) == Error::Ok);
  CHECK(loader.size() == 0);
  CHECK(loader.read(0, 1, arena, reason, &got) == Error::BadFile);
}

TEST_CASE("a file that shrinks while it is read is refused") {
  const TestFolder folder;
  const std::string path = folder.write("shrinking", numbered(5000));
  FileLoader loader;
  Reason reason;
  REQUIRE(loader.open(path.c_str(), reason) == Error::Ok);
  REQUIRE(truncate(path.c_str(), 1000) == 0);
  Arena arena = Arena::heap();
  Bytes got;
  CHECK(loader.read(0, 1000, arena, reason, &got) == Error::Ok);
  CHECK(loader.read(0, 5000, arena, reason, &got) == Error::BadFile);
  CHECK(std::string(reason.text()) == "the file ended while it was read; it was truncated meanwhile");
}

TEST_CASE("a system that has no addresses left to map a file to") {
  const TestFolder folder;
  const std::string path = folder.write("large", numbered(5000));
  MmapLoader loader;
  Reason reason;
  Error error = Error::Ok;
  {
    const Limited addresses(RLIMIT_AS, 4096);
    error = loader.open(path.c_str(), reason);
  }
  CHECK(error == Error::Io);
  CHECK(std::string(reason.text()) == "cannot map \"" + path + "\": Cannot allocate memory");
  CHECK(loader.open(path.c_str(), reason) == Error::Ok);
}

TEST_CASE("a medium that fails while it is read") {
  const TestFolder folder;
  const std::string path = folder.write("large", numbered(5000));
  const int next = dup(0), broken = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY);
  REQUIRE(next >= 0);
  REQUIRE(broken >= 0);
  REQUIRE(close(next) == 0);
  FileLoader loader;  // takes that number again, which then stands for what cannot be read
  Reason reason;
  REQUIRE(loader.open(path.c_str(), reason) == Error::Ok);
  REQUIRE(dup2(broken, next) == next);
  Arena arena = Arena::heap();
  Bytes got;
  CHECK(loader.read(0, 5000, arena, reason, &got) == Error::Io);
  CHECK(std::string(reason.text()) == "cannot read the program: Is a directory");
  close(broken);
}

TEST_CASE("reading copies into the arena, which may be too small; mapping takes nothing") {
  const TestFolder folder;
  const std::string path = folder.write("large", numbered(5000));
  uint8_t little[100];
  Arena arena({little, sizeof little});
  Reason reason;
  Bytes got;
  FileLoader file;
  REQUIRE(file.open(path.c_str(), reason) == Error::Ok);
  CHECK(file.read(0, 5000, arena, reason, &got) == Error::OutOfMemory);
  CHECK(std::string(reason.text()) == "no room for 5000 bytes of the program");
  MmapLoader mapped;
  REQUIRE(mapped.open(path.c_str(), reason) == Error::Ok);
  CHECK(mapped.read(0, 5000, arena, reason, &got) == Error::Ok);
  CHECK(arena.bytes_used() == 0);
}

TEST_CASE("the name may go while the file is open") {
  const TestFolder folder;
  const std::string path = folder.write("gone", numbered(5000));
  MmapLoader mapped;
  FileLoader file;
  Reason reason;
  REQUIRE(mapped.open(path.c_str(), reason) == Error::Ok);
  REQUIRE(file.open(path.c_str(), reason) == Error::Ok);
  REQUIRE(std::remove(path.c_str()) == 0);
  Arena arena = Arena::heap();
  Bytes a, b;
  REQUIRE(mapped.read(4000, 1000, arena, reason, &a) == Error::Ok);
  REQUIRE(file.read(4000, 1000, arena, reason, &b) == Error::Ok);
  for (size_t i = 0; i < 1000; ++i) {
    if (a[i] != b[i]) FAIL("byte " << i);
  }
}

}  // namespace
}  // namespace gleed
