// session.cpp -- opening a program file and one of its methods.
#include "gleed/devtools/cli/session.h"

#include <chrono>

namespace gleed::cli {

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Error Session::open(const char* path, Reason& reason) {
  const double start = now_ms();
  GLEED_TRY(loader.open(path, reason));
  const Error error = program.load(loader, arena, reason);
  if (error != Error::Ok) reason.prefix({"\"", path, "\": "});
  open_ms = now_ms() - start;
  return error;
}

const char* Session::choose(const char* name) const {
  if (name) return name;
  return program.method_count() == 1 ? program.method_name(0) : "forward";
}

Error Session::load(const char* name, const EventHook& events, Reason& reason) {
  MethodOptions options;
  options.events = events;
  const double start = now_ms();
  const Error error = method.load(program, choose(name), arena, reason, options);
  load_ms = now_ms() - start;
  return error;
}

}  // namespace gleed::cli
