// backend.h -- BackendDef: what a backend does for its part of a program. A struct of functions; a new backend is one
// folder.
#pragma once
#include "gleed/base/arena.h"
#include "gleed/base/error.h"
#include "gleed/base/span.h"
#include "gleed/core/context.h"
#include "gleed/core/value.h"

namespace gleed {

struct CompileSpec {
  const char* key;
  Bytes value;
};

struct Catalogue;

// What a backend is given when a method that uses it is loaded. Everything stays valid until `unload`.
struct BackendLoad {
  Bytes payload;  // what the backend's `lower` wrote; in the mapped file, at the file's delegate alignment
  Span<const CompileSpec> specs;  // options chosen when lowering
  const char* method;
  Span<Value* const> args;  // the values of the first call: inputs, then outputs, at their largest shapes
  Arena& arena;             // memory for the whole life of the method; none may be taken later
  const Catalogue& catalogue;
  // Looks up bytes that were stored under a key beside the payload; empty when there are none.
  Bytes (*named_data)(void* self, const char* key);
  void* named_data_self;
};

struct BackendDef {
  const char* name;  // as BackendDelegate.id in the file
  // Makes an instance in load.arena. `ctx` only explains errors.
  Error (*load)(Context& ctx, const BackendLoad& load, void** instance);
  // Runs it. args: the inputs, then the outputs, which it resizes (gleed::resize) and fills. Allocates nothing.
  Error (*execute)(Context& ctx, void* instance, Span<Value* const> args);
  // Gives back what is not the arena's (device memory, threads); may be nullptr.
  void (*unload)(void* instance);
};

}  // namespace gleed

// Names a backend's table: GLEED_BACKEND(reference) = {"reference", load, execute, nullptr}; in
// backends/reference/runtime.cpp.
#define GLEED_BACKEND(name)              \
  namespace gleed::catalogue_backends {  \
  extern const ::gleed::BackendDef name; \
  }                                      \
  constexpr ::gleed::BackendDef gleed::catalogue_backends::name
