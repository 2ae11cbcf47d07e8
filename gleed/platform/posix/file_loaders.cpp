// file_loaders.cpp -- mmap and pread behind DataLoader.
#include "gleed/platform/posix/file_loaders.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace gleed {

namespace {

// Opens a regular file; gives its descriptor and size.
Error open_file(const char* path, Reason& reason, int* file, uint64_t* size) {
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // of a pipe nobody writes, open must not wait
  if (fd < 0) return reason.fail(Error::Io, {"cannot open \"", path, "\": ", std::strerror(errno)});
  struct stat info;
  if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(fd);
    return reason.fail(Error::Io, {"cannot open \"", path, "\": not a regular file"});
  }
  *file = fd;
  *size = static_cast<uint64_t>(info.st_size);
  return Error::Ok;
}

Error past_end(Reason& reason, uint64_t offset, uint64_t bytes, uint64_t size) {
  return reason.fail(Error::BadFile,
                     {"bytes ", offset, " to ", offset + bytes, " lie past the end of the file, which has ", size});
}

}  // namespace

MmapLoader::~MmapLoader() {
  if (map_.data) ::munmap(const_cast<uint8_t*>(map_.data), map_.size);
}

Error MmapLoader::open(const char* path, Reason& reason) {
  int file;
  uint64_t size;
  GLEED_TRY(open_file(path, reason, &file, &size));
  if (size == 0) {
    ::close(file);
    return reason.fail(Error::BadFile, {"cannot map \"", path, "\": the file is empty"});
  }
  void* map = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  const int why = errno;
  ::close(file);
  if (map == MAP_FAILED) return reason.fail(Error::Io, {"cannot map \"", path, "\": ", std::strerror(why)});
  map_ = {static_cast<const uint8_t*>(map), static_cast<size_t>(size)};
  return Error::Ok;
}

Error MmapLoader::read(uint64_t offset, uint64_t bytes, Arena&, Reason& reason, Bytes* out) {
  if (offset > map_.size || bytes > map_.size - offset) return past_end(reason, offset, bytes, map_.size);
  *out = {map_.data + offset, static_cast<size_t>(bytes)};
  return Error::Ok;
}

FileLoader::~FileLoader() {
  if (file_ >= 0) ::close(file_);
}

Error FileLoader::open(const char* path, Reason& reason) { return open_file(path, reason, &file_, &size_); }

Error FileLoader::read(uint64_t offset, uint64_t bytes, Arena& arena, Reason& reason, Bytes* out) {
  if (offset > size_ || bytes > size_ - offset) return past_end(reason, offset, bytes, size_);
  const size_t lead = offset % kAlignment;  // so that alignment in the file is alignment in memory
  auto* memory = static_cast<uint8_t*>(arena.allocate(static_cast<size_t>(bytes) + lead));
  if (!memory) return reason.fail(Error::OutOfMemory, {"no room for ", bytes, " bytes of the program"});
  memory += lead;
  uint64_t done = 0;
  while (done < bytes) {
    const ssize_t n =
        ::pread(file_, memory + done, static_cast<size_t>(bytes - done), static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return reason.fail(Error::Io, {"cannot read the program: ", std::strerror(errno)});
    if (n == 0) return reason.fail(Error::BadFile, {"the file ended while it was read; it was truncated meanwhile"});
    done += static_cast<uint64_t>(n);
  }
  *out = {memory, static_cast<size_t>(bytes)};
  return Error::Ok;
}

}  // namespace gleed
