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

// A file under a temporary name beside `path`; removed again unless `commit` was reached.
class NewFile final : public Sink {
 public:
  NewFile(const char* path, Reason& reason) : path_(path), temporary_(path_ + ".XXXXXX"), reason_(reason) {}
  ~NewFile() override {
    if (file_ >= 0) close(file_);
    if (exists_) unlink(temporary_.c_str());
  }

  Error open() {
    file_ = mkstemp(temporary_.data());
    if (file_ < 0) return failed("create");
    exists_ = true;
    return Error::Ok;
  }
  Error write(Bytes bytes) override {
    while (bytes.size) {
      const ssize_t n = ::write(file_, bytes.data, bytes.size);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return failed("write");
      bytes = {bytes.data + n, bytes.size - static_cast<size_t>(n)};
    }
    return Error::Ok;
  }
  Error commit() {
    // mkstemp makes files that only their owner may read; a program gets what `open` would have given.
    const mode_t mask = umask(0);
    umask(mask);
    if (fchmod(file_, 0666 & ~mask) != 0) return failed("set the rights of");
    if (fsync(file_) != 0) return failed("sync");
    const int closed = close(file_);
    file_ = -1;
    if (closed != 0) return failed("close");
    if (rename(temporary_.c_str(), path_.c_str()) != 0) return failed("rename");
    exists_ = false;
    sync_folder();
    return Error::Ok;
  }

 private:
  Error failed(const char* verb) {
    return reason_.fail(Error::Io, {"can't ", verb, " ", path_.c_str(), ": ", std::strerror(errno)});
  }
  // So that the new name survives a power cut. The file is complete by now: no failure worth reporting.
  void sync_folder() const {
    const size_t slash = path_.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    (void)fsync(fd);
    close(fd);
  }

  std::string path_, temporary_;
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
