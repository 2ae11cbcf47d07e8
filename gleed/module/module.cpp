// module.cpp -- a program with its loader, memory and methods in one object.
#include "gleed/module/module.h"

#include <cstring>

#include "gleed/platform/posix/file_loaders.h"

namespace gleed {

TensorRef::TensorRef(const void* data, DType dtype, Span<const int32_t> sizes) {
  tensor_.data = const_cast<void*>(data);
  tensor_.dtype = dtype;
  tensor_.rank = static_cast<uint8_t>(sizes.size < kMaxRank ? sizes.size : kMaxRank);
  for (int d = 0; d < tensor_.rank; ++d) {
    sizes_[d] = sizes[d];
    dim_order_[d] = static_cast<uint8_t>(d);
  }
  tensor_.sizes = sizes_;
  tensor_.strides = strides_;
  tensor_.dim_order = dim_order_;
  tensor_.bounds = sizes_;
  set_strides(tensor_);
  tensor_.capacity = tensor_.bytes();
}

Module::Module() : arena_(Arena::heap()) {}

// Methods go before the program and the arena that they stand on.
Module::~Module() { methods_.clear(); }

Error Module::open(DataLoader& loader) { return program_.load(loader, arena_, reason_); }

Error Module::load(const char* path) {
  if (loader_) return reason_.fail(Error::BadState, {"this Module holds a program already; use another one"});
  auto loader = std::make_unique<MmapLoader>();
  GLEED_TRY(loader->open(path, reason_));
  if (const Error error = open(*loader); error != Error::Ok) {
    reason_.prefix({"\"", path, "\": "});
    return error;
  }
  loader_ = std::move(loader);
  return Error::Ok;
}

Error Module::load(Bytes memory) {
  if (loader_) return reason_.fail(Error::BadState, {"this Module holds a program already; use another one"});
  auto loader = std::make_unique<MemoryLoader>(memory);
  GLEED_TRY(open(*loader));
  loader_ = std::move(loader);
  return Error::Ok;
}

size_t Module::method_count() const { return loader_ ? program_.method_count() : 0; }

const char* Module::method_name(size_t i) const { return program_.method_name(i); }

Method* Module::method(const char* name) {
  if (!loader_) {
    (void)reason_.fail(Error::BadState, {"no program is loaded"});
    return nullptr;
  }
  for (const auto& m : methods_) {
    if (std::strcmp(m->name(), name) == 0) return m.get();
  }
  auto m = std::make_unique<Method>();
  MethodOptions options;
  options.events = events_;
  if (m->load(program_, name, arena_, reason_, options) != Error::Ok) return nullptr;
  methods_.push_back(std::move(m));
  return methods_.back().get();
}

Error Module::run(const char* name, std::initializer_list<TensorRef> inputs) {
  Method* m = method(name);
  if (!m) return reason_.error();
  if (inputs.size() != m->input_count()) {
    return reason_.fail(Error::BadArgument,
                        {"method \"", name, "\" takes ", m->input_count(), " inputs, was given ", inputs.size()});
  }
  size_t i = 0;
  for (const TensorRef& input : inputs) GLEED_TRY(m->set_input(i++, input.tensor(), reason_));
  last_ = m;
  return m->execute(reason_);
}

}  // namespace gleed
