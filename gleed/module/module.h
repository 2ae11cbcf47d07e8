// module.h -- Module: a program that loads its methods when they are first run and owns all its memory.
#pragma once
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "gleed/runtime/method.h"

namespace gleed {

// The DType of a C++ element type.
template <class T>
constexpr DType dtype_of_element();

// The caller's tensor: borrowed memory, dense and row-major, with its sizes kept here.
class TensorRef {
 public:
  // `data` holds the product of `sizes` elements and must live through the call it is given to. At most kMaxRank sizes.
  template <class T>
  TensorRef(const T* data, std::initializer_list<int32_t> sizes)
      : TensorRef(data, dtype_of_element<T>(), {sizes.begin(), sizes.size()}) {}
  TensorRef(const void* data, DType dtype, Span<const int32_t> sizes);
  TensorRef(const TensorRef& other)
      : TensorRef(other.tensor_.data, other.tensor_.dtype, {other.sizes_, other.tensor_.rank}) {}
  TensorRef& operator=(const TensorRef&) = delete;

  const Tensor& tensor() const { return tensor_; }

 private:
  Tensor tensor_;
  int32_t sizes_[kMaxRank];
  int64_t strides_[kMaxRank];
  uint8_t dim_order_[kMaxRank];
};

// The friendly way in:
//
//   gleed::Module module;
//   if (module.load("model.pte") != gleed::Error::Ok) return puts(module.reason()), 1;
//   if (module.run("forward", {{pixels, {1, 3, 224, 224}}}) != gleed::Error::Ok) return puts(module.reason()), 1;
//   const gleed::Tensor& logits = module.output(0);
//
// Allocates while loading only: a method is loaded by `load_method` or when it is first run. Not thread-safe; use one
// Module a thread.
class Module {
 public:
  Module();
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  // Maps the file and verifies it. Errors as Program::load; `reason` says what and where.
  Error load(const char* path);
  // The same for a program in memory, which must start at a multiple of 16 and outlive the module.
  Error load(Bytes memory);

  size_t method_count() const;
  const char* method_name(size_t i) const;

  // Told about all that happens in methods loaded from now on.
  void listen(EventHook events) { events_ = events; }
  // Loads a method unless it is loaded; nullptr on error.
  Method* method(const char* name);

  // Sets all inputs and executes. Outputs are then read by `output`.
  Error run(const char* method, std::initializer_list<TensorRef> inputs);
  // Output i of the method run last, which must be a tensor; valid until it runs again.
  const Tensor& output(size_t i) const { return *last_->output(i).tensor; }

  // Input i of the method run last. Where the program updates it in place (Method::updates_input), its new elements.
  const Tensor& input(size_t i) const { return *last_->input(i).tensor; }

  // What went wrong in the last call that returned an error.
  const char* reason() const { return reason_.text(); }
  // Bytes of memory taken for loaded methods: arenas, tables, scratch.
  size_t bytes_used() const { return arena_.bytes_used(); }

 private:
  Error open(DataLoader& loader);

  Arena arena_;
  Reason reason_;
  std::unique_ptr<DataLoader> loader_;
  Program program_;
  std::vector<std::unique_ptr<Method>> methods_;
  Method* last_ = nullptr;
  EventHook events_;
};

template <>
constexpr DType dtype_of_element<float>() {
  return DType::Float32;
}
template <>
constexpr DType dtype_of_element<double>() {
  return DType::Float64;
}
template <>
constexpr DType dtype_of_element<int64_t>() {
  return DType::Int64;
}
template <>
constexpr DType dtype_of_element<int32_t>() {
  return DType::Int32;
}
template <>
constexpr DType dtype_of_element<int16_t>() {
  return DType::Int16;
}
template <>
constexpr DType dtype_of_element<int8_t>() {
  return DType::Int8;
}
template <>
constexpr DType dtype_of_element<uint8_t>() {
  return DType::UInt8;
}
template <>
constexpr DType dtype_of_element<bool>() {
  return DType::Bool;
}

}  // namespace gleed
