// test_files.h -- for tests: a folder that is gone afterwards, and a system that refuses for a while.
#pragma once
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace gleed {

class TestFolder {
 public:
  TestFolder() {
    std::error_code error;
    path_ = (std::filesystem::temp_directory_path(error) / "gleed_test_XXXXXX").string();
    REQUIRE(mkdtemp(path_.data()));
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  // How many files there are.
  size_t count() const {
    std::error_code error;
    size_t n = 0;
    for (auto i = std::filesystem::directory_iterator(path_, error); i != std::filesystem::directory_iterator();
         i.increment(error)) {
      ++n;
    }
    return n;
  }
  // Writes a file; returns its path.
  template <class Text>  // std::string or std::vector<uint8_t>
  std::string write(const std::string& name, const Text& bytes) const {
    std::ofstream file(*this / name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    REQUIRE(file.good());
    return *this / name;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(*this / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  std::string path_;
};

// The process may have no more than `most` of `resource` as long as this lives: RLIMIT_FSIZE bytes in a file that is
// written, RLIMIT_AS bytes of addresses. Check nothing meanwhile: what doctest prints is under the limit too.
class Limited {
 public:
  Limited(decltype(RLIMIT_AS) resource, rlim_t most) : resource_(resource) {
    REQUIRE(getrlimit(resource, &before_) == 0);
    signal_ = std::signal(SIGXFSZ, SIG_IGN);  // so that write fails instead
    rlimit less = before_;
    less.rlim_cur = most;
    REQUIRE(setrlimit(resource, &less) == 0);
  }
  Limited(const Limited&) = delete;
  Limited& operator=(const Limited&) = delete;
  ~Limited() {
    (void)setrlimit(resource_, &before_);
    std::signal(SIGXFSZ, signal_);
  }

 private:
  decltype(RLIMIT_AS) resource_;
  rlimit before_;
  void (*signal_)(int);
};

// Nobody may make files in `folder` as long as this lives; root, whom no rights stop, is another user meanwhile.
class ReadOnly {
 public:
  explicit ReadOnly(const TestFolder& folder) : path_(folder.path()) {
    REQUIRE(chmod(path_.c_str(), 0555) == 0);
    if (is_root_) REQUIRE(seteuid(65534) == 0);
  }
  ReadOnly(const ReadOnly&) = delete;
  ReadOnly& operator=(const ReadOnly&) = delete;
  ~ReadOnly() {
    if (is_root_) (void)!seteuid(0);
    (void)chmod(path_.c_str(), 0755);
  }

 private:
  std::string path_;
  bool is_root_ = geteuid() == 0;
};

}  // namespace gleed
