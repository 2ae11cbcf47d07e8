// session.h -- Session: a program file opened from the command line, and one of its methods.
#pragma once
#include "gleed/platform/posix/file_loaders.h"
#include "gleed/runtime/method.h"

namespace gleed::cli {

struct Session {
  MmapLoader loader;
  Arena arena = Arena::heap();
  Program program;
  Method method;
  double open_ms = 0, load_ms = 0;  // the file, the method

  // Maps and verifies the file. The reason begins with the path.
  Error open(const char* path, Reason& reason);
  // Loads the method `name`; nullptr: "forward", or the only one there is.
  Error load(const char* name, const EventHook& events, Reason& reason);
  // The name that `load` takes for `name`.
  const char* choose(const char* name) const;
};

// Milliseconds on a clock that never goes back.
double now_ms();

}  // namespace gleed::cli
