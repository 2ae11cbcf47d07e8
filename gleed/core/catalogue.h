// catalogue.h -- Catalogue: the operators and backends that a build holds; the build writes the list, the last link
// joins it.
#pragma once
#include "gleed/core/backend.h"
#include "gleed/core/op.h"

namespace gleed {

struct Catalogue {
  Span<const OpFile* const> op_files;
  Span<const BackendDef* const> backends;

  // The operator whose key ("aten::add.out") is `key`, or nullptr.
  const OpDef* find_op(const char* key, size_t size) const;
  // The backend called `name`, or nullptr.
  const BackendDef* find_backend(const char* name) const;
};

// The catalogue of this build.
const Catalogue& catalogue();

}  // namespace gleed
