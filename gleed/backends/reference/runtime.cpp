// runtime.cpp -- the reference backend on the device: its payload is a program, which runs in the memory of the outer
// one.
//
// The payload gives every input and output an arena of its own (inputs from memory_id 2 on, then outputs), and the
// outer tensors' memory is lent for them: nothing is copied at the boundary. What cannot be lent (constants, tensors
// that get their memory while running, outputs that are views) is copied.
#include <cstring>
#include <new>

#include "gleed/core/copy.h"
#include "gleed/runtime/method.h"

namespace gleed::backends {

namespace {

constexpr size_t kPayloadAlignment = 16;
constexpr char kKey[] = "key:";  // such a payload names the data that hold the program

struct Part {
  Part(Bytes payload, const Catalogue& outer) : loader(payload), catalogue{outer.op_files, {}} {}

  MemoryLoader loader;
  Catalogue catalogue;  // no backends: programs do not nest, or a file could nest them deeper than the stack
  Program program;
  Method method;
  Span<void*> lent;  // per argument: the memory that it must have at every call; nullptr where it is copied
};

Error find_payload(Context& ctx, const BackendLoad& load, Bytes* out) {
  Bytes bytes = load.payload;
  constexpr size_t kPrefix = sizeof(kKey) - 1;
  if (bytes.size > kPrefix && std::memcmp(bytes.data, kKey, kPrefix) == 0) {
    if (bytes.data[bytes.size - 1] != 0) return ctx.fail(Error::BadFile, {"the payload's key does not end"});
    const char* key = reinterpret_cast<const char*>(bytes.data) + kPrefix;
    bytes = load.named_data(load.named_data_self, key);
    if (bytes.empty()) return ctx.fail(Error::NotFound, {"the file holds no data named \"", key, "\""});
  }
  if (reinterpret_cast<uintptr_t>(bytes.data) % kPayloadAlignment != 0) {
    void* copy = load.arena.allocate(bytes.size);
    if (!copy) return ctx.fail(Error::OutOfMemory, {"no room for a payload of ", bytes.size, " bytes"});
    std::memcpy(copy, bytes.data, bytes.size);
    bytes.data = static_cast<const uint8_t*>(copy);
  }
  *out = bytes;
  return Error::Ok;
}

// Both sides of the boundary must agree on everything but the sizes of dynamic tensors.
Error check_pair(Context& ctx, size_t i, const Value& outer, const Value& inner, bool is_input) {
  const auto differ = [&](const char* what) {
    return ctx.fail(Error::BadFile, {"argument ", i, " and the payload's differ in ", what});
  };
  if (inner.tag != Value::Tag::Tensor && is_input && inner.is_number() && outer.is_number()) return Error::Ok;
  if (outer.tag != Value::Tag::Tensor || inner.tag != Value::Tag::Tensor) return differ("kind");
  const Tensor &a = *outer.tensor, &b = *inner.tensor;
  if (a.dtype != b.dtype) return differ("dtype");
  if (a.rank != b.rank) return differ("rank");
  if (a.rank && std::memcmp(a.dim_order, b.dim_order, a.rank) != 0) return differ("dim order");
  return Error::Ok;
}

Error load_part(Context& ctx, const BackendLoad& load, Part& part) {
  Reason& reason = ctx.reason();
  GLEED_TRY(part.program.load(part.loader, load.arena, reason, part.catalogue));
  if (part.program.method_count() != 1) {
    return ctx.fail(Error::BadFile, {"the payload has ", part.program.method_count(), " methods instead of one"});
  }
  const size_t count = load.args.size;
  part.lent = load.arena.array<void*>(count);
  const Span<Span<uint8_t>> arenas = load.arena.array<Span<uint8_t>>(count + 1);
  if ((count && !part.lent.data) || !arenas.data) return ctx.fail(Error::OutOfMemory, {"no room for the arguments"});
  for (size_t i = 0; i < count; ++i) {
    const Value& v = *load.args[i];
    if (v.tag == Value::Tag::Tensor && v.tensor->data && !v.tensor->constant)
      arenas[i + 1] = {v.tensor->ptr<uint8_t>(), v.tensor->capacity};
  }
  MethodOptions options;
  options.arenas = {arenas.data, arenas.size};
  GLEED_TRY(part.method.load(part.program, part.program.method_name(0), load.arena, reason, options));
  const size_t inputs = part.method.input_count();
  if (inputs + part.method.output_count() != count) {
    return ctx.fail(Error::BadFile, {"the payload has ", inputs, " inputs and ", part.method.output_count(),
                                     " outputs, the call ", count, " arguments"});
  }
  for (size_t i = 0; i < count; ++i) {
    const bool is_input = i < inputs;
    GLEED_TRY(
        check_pair(ctx, i, *load.args[i], is_input ? part.method.input(i) : part.method.output(i - inputs), is_input));
    part.lent[i] = arenas[i + 1].data;
  }
  return Error::Ok;
}

Error load(Context& ctx, const BackendLoad& load, void** instance) {
  Bytes payload;
  GLEED_TRY(find_payload(ctx, load, &payload));
  void* memory = load.arena.allocate(sizeof(Part), alignof(Part));
  if (!memory) return ctx.fail(Error::OutOfMemory, {"no room for the delegate"});
  Part* part = new (memory) Part(payload, load.catalogue);
  const Error error = load_part(ctx, load, *part);
  if (error != Error::Ok) {
    part->~Part();
    return error;
  }
  *instance = part;
  return Error::Ok;
}

Error execute(Context& ctx, void* instance, Span<Value* const> args) {
  Part& part = *static_cast<Part*>(instance);
  Reason& reason = ctx.reason();
  if (args.size != part.lent.size) {
    return ctx.fail(Error::BadFile, {"called with ", args.size, " arguments, loaded for ", part.lent.size});
  }
  for (size_t i = 0; i < args.size; ++i) {
    if (part.lent[i] && (args[i]->tag != Value::Tag::Tensor || args[i]->tensor->data != part.lent[i]))
      return ctx.fail(Error::Unsupported, {"argument ", i, " has moved since the delegate was loaded"});
  }
  const size_t inputs = part.method.input_count();
  for (size_t i = 0; i < inputs; ++i) GLEED_TRY(part.method.set_input(i, *args[i], reason));
  GLEED_TRY(part.method.execute(reason));
  for (size_t k = 0; k < part.method.output_count(); ++k) {
    const Value &from = part.method.output(k), &to = *args[inputs + k];
    GLEED_TRY(check_pair(ctx, inputs + k, to, from, false));  // a move inside may have changed it
    GLEED_TRY(resize_like(ctx, *to.tensor, *from.tensor));
    if (to.tensor->data != from.tensor->data) copy_elements(*from.tensor, *to.tensor);
  }
  return Error::Ok;
}

void unload(void* instance) { static_cast<Part*>(instance)->~Part(); }

}  // namespace

}  // namespace gleed::backends

GLEED_BACKEND(reference) = {"reference", gleed::backends::load, gleed::backends::execute, gleed::backends::unload};
