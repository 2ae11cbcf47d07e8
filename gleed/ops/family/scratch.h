// scratch.h -- scratch memory as an array. Its size was fixed at load; a program may compute arguments after that.
#pragma once
#include "gleed/core/context.h"

namespace gleed::ops {

// The first n places of the scratch memory, contents arbitrary; OutOfMemory when fewer were asked for at load.
template <class T>
Error take_scratch(Context& ctx, int64_t n, T** out) {
  const Span<uint8_t> memory = ctx.scratch();
  if (n > 0 && memory.size / sizeof(T) < static_cast<size_t>(n)) {
    return ctx.fail(Error::OutOfMemory,
                    {"the scratch memory planned at load has ", memory.size, " bytes, too few for ", n, " items"});
  }
  *out = reinterpret_cast<T*>(memory.data);
  return Error::Ok;
}

}  // namespace gleed::ops
