// value.cpp -- strides from dim order, and numbers read from values.
#include "gleed/core/value.h"

namespace gleed {

bool Tensor::is_contiguous() const {
  int64_t expected = 1;
  for (int d = rank - 1; d >= 0; --d) {
    if (sizes[d] == 0) return true;
    if (sizes[d] != 1 && strides[d] != expected) return false;
    expected *= sizes[d];
  }
  return true;
}

bool same_sizes(const Tensor& a, const Tensor& b) {
  if (a.rank != b.rank) return false;
  for (int d = 0; d < a.rank; ++d) {
    if (a.sizes[d] != b.sizes[d]) return false;
  }
  return true;
}

bool same_layout(const Tensor& a, const Tensor& b) {
  if (!same_sizes(a, b)) return false;
  for (int d = 0; d < a.rank; ++d) {
    if (a.sizes[d] > 1 && a.strides[d] != b.strides[d]) return false;
  }
  return true;
}

void set_strides(Tensor& t) {
  int64_t stride = 1;
  for (int k = t.rank - 1; k >= 0; --k) {
    const int d = t.dim_order[k];
    t.strides[d] = stride;
    if (t.sizes[d] > 1) stride *= t.sizes[d];
  }
}

namespace {
int64_t to_int(double d) {
  if (!(d == d)) return 0;
  if (d >= 9223372036854775807.0) return INT64_MAX;
  if (d <= -9223372036854775808.0) return INT64_MIN;
  return static_cast<int64_t>(d);
}
}  // namespace

int64_t Scalar::as_int() const { return kind == Kind::Double ? to_int(d) : i; }

int64_t Value::as_int() const {
  switch (tag) {
    case Tag::Bool:
      return b;
    case Tag::Double:
      return to_int(d);
    default:
      return i;
  }
}

double Value::as_double() const {
  switch (tag) {
    case Tag::Bool:
      return b;
    case Tag::Double:
      return d;
    default:
      return static_cast<double>(i);
  }
}

bool Value::as_bool() const {
  switch (tag) {
    case Tag::Bool:
      return b;
    case Tag::Double:
      return d != 0;
    default:
      return i != 0;
  }
}

int64_t IntList::operator[](size_t n) const { return values[items[n]].as_int(); }

Tensor* TensorList::operator[](size_t n) const {
  const int32_t item = items[n];
  if (item < 0 || values[item].tag != Value::Tag::Tensor) return nullptr;
  return values[item].tensor;
}

}  // namespace gleed
