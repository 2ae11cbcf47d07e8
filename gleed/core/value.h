// value.h -- Tensor, the lists and Value: the nouns that instructions work on.
#pragma once
#include <cstddef>
#include <cstdint>

#include "gleed/base/dtype.h"
#include "gleed/base/error.h"
#include "gleed/base/span.h"

namespace gleed {

constexpr int kMaxRank = 16;

// A dense tensor: where its elements lie and what they are. The method that it belongs to owns everything it points to.
// Elements are laid out by `dim_order` (outermost dimension first) without gaps; strides follow from it and the sizes.
struct Tensor {
  void* data = nullptr;
  int32_t* sizes = nullptr;            // (rank) current sizes; never written when !dynamic (may lie in the file)
  int64_t* strides = nullptr;          // (rank) in elements
  const uint8_t* dim_order = nullptr;  // (rank) a permutation
  const int32_t* bounds = nullptr;     // (rank) the largest sizes; equal to sizes when !dynamic
  size_t capacity = 0;                 // bytes that `data` holds room for
  DType dtype = DType::Float32;
  uint8_t rank = 0;
  bool dynamic = false;   // may be resized up to bounds
  bool constant = false;  // read-only memory
  bool marked = false;    // for writes_its_input alone

  int64_t size(int dim) const { return sizes[dim]; }
  int64_t numel() const {
    int64_t n = 1;
    for (int d = 0; d < rank; ++d) n *= sizes[d];
    return n;
  }
  size_t bytes() const { return static_cast<size_t>(numel()) * dtype_bytes(dtype); }
  template <class T>
  T* ptr() const {
    return static_cast<T*>(data);
  }
  // True when elements lie in plain row-major order of the sizes (dimensions of size 1 do not matter).
  bool is_contiguous() const;
};

// True when both have the same rank and sizes.
bool same_sizes(const Tensor& a, const Tensor& b);
// True when elements of equal index lie at equal positions: the same sizes, and the same strides where sizes are
// over 1.
bool same_layout(const Tensor& a, const Tensor& b);
// Recomputes strides from sizes and dim_order; a size of 0 counts as 1.
void set_strides(Tensor& t);

struct Value;

// int[]: each item is read from the value table when asked for, so that sizes computed at run time work.
struct IntList {
  const Value* values = nullptr;  // the method's value table
  Span<const int64_t> items;      // numbers of Int values
  size_t size() const { return items.size; }
  int64_t operator[](size_t i) const;
};

// Tensor[] and Tensor?[]: items are value numbers; -1 or a None value stands for an absent tensor.
struct TensorList {
  const Value* values = nullptr;
  Span<const int32_t> items;
  size_t size() const { return items.size; }
  Tensor* operator[](size_t i) const;  // nullptr when absent (never in a Tensor[])
};

// A number of any kind, as a Scalar argument gives it. Precision is kept: integers are int64, reals are double.
struct Scalar {
  enum class Kind : uint8_t { Int, Double, Bool } kind = Kind::Int;
  union {
    int64_t i = 0;
    double d;
  };
  Scalar() = default;
  explicit Scalar(int64_t v) : kind(Kind::Int), i(v) {}
  explicit Scalar(double v) : kind(Kind::Double), d(v) {}
  explicit Scalar(bool v) : kind(Kind::Bool), i(v) {}
  double as_double() const { return kind == Kind::Double ? d : static_cast<double>(i); }
  int64_t as_int() const;  // truncates; saturates when out of range, 0 for nan
};

// One entry of a method's value table. Lists and strings live beside the table; a Value only points to them.
struct Value {
  enum class Tag : uint8_t {
    None = 1,
    Int,
    Bool,
    Double,
    Tensor,
    String,
    IntList,
    DoubleList,
    BoolList,
    TensorList,
    OptionalTensorList
  };
  Tag tag = Tag::None;
  uint32_t count = 0;  // elements of a list, bytes of a string
  union {
    int64_t i = 0;
    double d;
    bool b;
    ::gleed::Tensor* tensor;
    const char* string;        // NUL-terminated
    const int64_t* int_items;  // value numbers
    const double* doubles;
    const uint8_t* bools;
    const int32_t* tensor_items;  // value numbers
  };

  bool is_number() const { return tag == Tag::Int || tag == Tag::Bool || tag == Tag::Double; }
  int64_t as_int() const;    // of any number; truncates
  double as_double() const;  // of any number
  bool as_bool() const;
  void set(int64_t v) { tag = Tag::Int, i = v; }
  void set(double v) { tag = Tag::Double, d = v; }
  void set(bool v) { tag = Tag::Bool, b = v; }
};

}  // namespace gleed
