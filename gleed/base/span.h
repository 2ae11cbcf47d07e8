// span.h -- Span<T>: a pointer and a count; the form in which memory is handed around.
#pragma once
#include <cstddef>
#include <cstdint>

namespace gleed {

// A view of `size` elements at `data`; owns nothing. Indexing is unchecked.
template <class T>
struct Span {
  T* data = nullptr;
  size_t size = 0;

  constexpr Span() = default;
  constexpr Span(T* d, size_t n) : data(d), size(n) {}
  template <size_t N>
  constexpr Span(T (&a)[N]) : data(a), size(N) {}
  // Span<T> to Span<const T>.
  template <class U>
  constexpr Span(const Span<U>& other) : data(other.data), size(other.size) {}

  constexpr T& operator[](size_t i) const { return data[i]; }
  constexpr T* begin() const { return data; }
  constexpr T* end() const { return data + size; }
  constexpr bool empty() const { return size == 0; }
};

using Bytes = Span<const uint8_t>;

}  // namespace gleed
