// catalogue.cpp -- look-up by name in the catalogue; done once per operator when a method is loaded.
#include "gleed/core/catalogue.h"

#include <cstring>

namespace gleed {

const OpDef* Catalogue::find_op(const char* key, size_t size) const {
  for (const OpFile* file : op_files) {
    for (const OpDef& def : file->defs) {
      if (def.key_size == size && std::memcmp(def.schema, key, size) == 0) return &def;
    }
  }
  return nullptr;
}

const BackendDef* Catalogue::find_backend(const char* name) const {
  for (const BackendDef* backend : backends) {
    if (std::strcmp(backend->name, name) == 0) return backend;
  }
  return nullptr;
}

}  // namespace gleed
