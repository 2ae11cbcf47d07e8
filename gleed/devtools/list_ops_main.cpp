// list_ops_main.cpp -- list_ops FILE.pte: the operators and dtypes that a program needs, for a build that holds no more
// (GLEED_OPS_FROM builds and runs this while configuring). Prints "op aten::add.out" lines and one "dtypes 0x..." mask.
#include <cstdio>

#include "gleed/base/arena.h"
#include "gleed/format/describe.h"
#include "gleed/format/verify.h"
#include "gleed/ops/family/dispatch.h"
#include "gleed/platform/posix/file_loaders.h"

namespace {

using gleed::DType;

// The bit of the dtype called `name`.
uint32_t bit_of(const std::string& name) {
  for (const gleed::DTypeRow& row : gleed::kDTypes) {
    if (name == row.name) return gleed::dtypes::bit(row.dtype);
  }
  return 0;
}

// Adds what two of the dtypes promote to: a comparison computes in it, though no tensor may have it.
uint32_t with_promotions(uint32_t mask) {
  uint32_t all = mask & gleed::dtypes::kAll;
  for (const gleed::DTypeRow& a : gleed::kDTypes) {
    for (const gleed::DTypeRow& b : gleed::kDTypes) {
      if (gleed::dtypes::has(all, a.dtype) && gleed::dtypes::has(all, b.dtype)) {
        mask |= gleed::dtypes::bit(gleed::ops::promote(a.dtype, b.dtype));
      }
    }
  }
  return mask;
}

gleed::Error list(const char* path, gleed::Reason& reason) {
  gleed::MmapLoader loader;
  gleed::Arena arena = gleed::Arena::heap();
  gleed::Bytes file;
  gleed::ProgramView view;
  GLEED_TRY(loader.open(path, reason));
  GLEED_TRY(loader.read(0, loader.size(), arena, reason, &file));
  GLEED_TRY(gleed::verify_program(file, reason, &view));
  // A real scalar beside integers is computed in float32.
  uint32_t mask = gleed::dtypes::bit(DType::Float32);
  for (const gleed::OpUse& use : gleed::list_ops(view)) {
    std::printf("op %s\n", use.name.c_str());
    for (const std::string& dtype : use.dtypes) mask |= bit_of(dtype);
  }
  std::printf("dtypes 0x%08x\n", with_promotions(mask));
  return gleed::Error::Ok;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: list_ops FILE.pte\n"), 2;
  gleed::Reason reason;
  if (list(argv[1], reason) == gleed::Error::Ok) return 0;
  return std::fprintf(stderr, "%s: %s\n", argv[1], reason.text()), 1;
}
