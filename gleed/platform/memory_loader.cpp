// memory_loader.cpp -- a program that lies in memory already.
#include "gleed/platform/data_loader.h"

namespace gleed {

Error MemoryLoader::read(uint64_t offset, uint64_t bytes, Arena&, Reason& reason, Bytes* out) {
  if (reinterpret_cast<uintptr_t>(memory_.data) % 16 != 0) {
    return reason.fail(Error::BadArgument,
                       {"the program's memory must start at a multiple of 16; align the array or copy it"});
  }
  if (offset > memory_.size || bytes > memory_.size - offset) {
    return reason.fail(Error::BadFile, {"bytes ", offset, " to ", offset + bytes,
                                        " lie past the end of the program, which has ", memory_.size});
  }
  *out = {memory_.data + offset, static_cast<size_t>(bytes)};
  return Error::Ok;
}

}  // namespace gleed
