// runtime.cpp -- the smallest user of the runtime: loads a program from memory and runs it. Linked once with an empty
// catalogue (runtime alone) and once, with GLEED_ALL_KERNELS, with the build's.
#include "gleed/runtime/method.h"

namespace {
alignas(gleed::kAlignment) uint8_t file[1024];
alignas(gleed::kAlignment) uint8_t memory[4096];
}  // namespace

int main() {
#ifdef GLEED_ALL_KERNELS
  const gleed::Catalogue& catalogue = gleed::catalogue();
#else
  const gleed::Catalogue catalogue = {};
#endif
  gleed::Arena arena({memory, sizeof memory});
  gleed::MemoryLoader loader({file, sizeof file});
  gleed::Reason reason;
  gleed::Program program;
  gleed::Method method;
  if (program.load(loader, arena, reason, catalogue) != gleed::Error::Ok) return 1;
  if (method.load(program, program.method_name(0), arena, reason) != gleed::Error::Ok) return 1;
  for (size_t i = 0; i < method.input_count(); ++i) {
    if (method.set_input(i, method.input(i), reason) != gleed::Error::Ok) return 1;
  }
  if (method.execute(reason) != gleed::Error::Ok) return 1;
  return static_cast<int>(method.output(0).i);
}
