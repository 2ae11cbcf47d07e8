// save.cpp -- a program into a file that appears whole or not at all.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "gleed/format/write.h"

namespace gleed {
namespace {

// A file under a temporary name beside the one it is to become; removed again unless `commit` was reached.
class NewFile final : public Sink {
 public:
  NewFile(const char* path, Reason& reason) : path_(path), target_(path), reason_(reason) {}
  ~NewFile() override {
    if (file_ >= 0) close(file_);
    if (exists_) unlink(temporary_.c_str());
  }

  Error open() {
    if (!follow_links()) return failed();
    struct stat old;
    if (stat(target_.c_str(), &old) == 0 && !S_ISREG(old.st_mode)) return failed("it is not a regular file");
    const size_t name = target_.rfind('/') + 1;  // 0 without one
    for (int attempt = 0; attempt < 100; ++attempt) {
      // The name is cut: some are as long as the system allows.
      temporary_ =
          folder() + "." + target_.substr(name, 200) + "." + std::to_string(getpid()) + "-" + std::to_string(attempt);
      file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (file_ >= 0 || errno != EEXIST) break;
    }
    exists_ = file_ >= 0;
    return exists_ ? Error::Ok : failed();
  }
  Error write(Bytes bytes) override {
    while (bytes.size) {
      const ssize_t n = ::write(file_, bytes.data, bytes.size);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return failed();
      bytes = {bytes.data + n, bytes.size - static_cast<size_t>(n)};
    }
    return Error::Ok;
  }
  Error commit() {
    if (fsync(file_) != 0) return failed();
    const int closed = close(file_);
    file_ = -1;
    if (closed != 0 || rename(temporary_.c_str(), target_.c_str()) != 0) return failed();
    exists_ = false;
    sync_folder();
    return Error::Ok;
  }

 private:
  Error failed(const char* why = nullptr) {
    return reason_.fail(Error::Io, {"cannot save \"", path_, "\": ", why ? why : std::strerror(errno),
                                    "; nothing was written, a file of that name is as it was"});
  }
  // A link stays, and what it points to is written. False with errno.
  bool follow_links() {
    char text[4096];
    for (int links = 0; links < 40; ++links) {
      const ssize_t size = readlink(target_.c_str(), text, sizeof text);
      if (size < 0) return errno == EINVAL || errno == ENOENT;  // no link, no file yet
      target_ = (text[0] == '/' ? "" : folder()) + std::string(text, static_cast<size_t>(size));
    }
    errno = ELOOP;
    return false;
  }
  // "" or with a slash at its end.
  std::string folder() const { return target_.substr(0, target_.rfind('/') + 1); }
  // So that the new name survives a power cut. The file is complete by now: no failure worth reporting.
  void sync_folder() const {
    const std::string name = folder();
    const int fd = ::open(name.empty() ? "." : name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd);
    close(fd);
  }

  const char* path_;                // as the caller wrote it
  std::string target_, temporary_;  // links followed; beside it
  Reason& reason_;
  int file_ = -1;
  bool exists_ = false;
};

}  // namespace

Error save_program(const ProgramData& data, const WriteOptions& options, const char* path, Reason& reason) {
  NewFile file(path, reason);
  GLEED_TRY(file.open());
  GLEED_TRY(write_program_to(data, options, file, reason));
  return file.commit();
}

}  // namespace gleed
