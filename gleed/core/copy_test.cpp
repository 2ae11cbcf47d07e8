// copy_test.cpp -- elements arrive at their index, between any two layouts.
#include "gleed/core/copy.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

namespace gleed {
namespace {

// A tensor in memory with room around it, its strides free.
struct Strided {
  std::vector<int32_t> sizes;
  std::vector<int64_t> strides;
  std::vector<uint8_t> order;
  std::vector<uint64_t> memory;
  Tensor tensor;

  Strided(DType dtype, std::vector<int32_t> s, std::vector<uint8_t> o, int64_t gap)
      : sizes(std::move(s)), order(std::move(o)) {
    const size_t rank = sizes.size();
    strides.resize(rank);
    int64_t span = gap;  // the innermost step; every further dimension leaves a gap as well
    for (size_t k = rank; k-- > 0;) {
      strides[order[k]] = span;
      span = span * std::max(sizes[order[k]], 1) + gap - 1;
    }
    memory.assign(static_cast<size_t>(span + 1), 0);
    tensor.data = memory.data();
    tensor.sizes = sizes.data();
    tensor.bounds = sizes.data();
    tensor.strides = strides.data();
    tensor.dim_order = order.data();
    tensor.rank = static_cast<uint8_t>(rank);
    tensor.dtype = dtype;
  }
  Strided(const Strided&) = delete;

  uint8_t* at(int64_t offset) {
    return tensor.ptr<uint8_t>() + offset * static_cast<int64_t>(dtype_bytes(tensor.dtype));
  }

  // The place of the n-th element in row-major order.
  int64_t place(int64_t n) const {
    int64_t offset = 0;
    for (int d = tensor.rank - 1; d >= 0; --d) {
      offset += n % sizes[static_cast<size_t>(d)] * strides[static_cast<size_t>(d)];
      n /= sizes[static_cast<size_t>(d)];
    }
    return offset;
  }
};

uint64_t read(Strided& t, int64_t n) {
  uint64_t bits = 0;
  std::memcpy(&bits, t.at(t.place(n)), dtype_bytes(t.tensor.dtype));
  return bits;
}

uint64_t pattern(DType dtype, int64_t n) {
  const uint64_t bits = static_cast<uint64_t>(n + 1) * 0x9e3779b97f4a7c15u;
  const size_t bytes = dtype_bytes(dtype);
  return bytes == 8 ? bits : bits & ((uint64_t{1} << 8 * bytes) - 1);
}

void check_copy(Strided& from, Strided& to) {
  const DType dtype = from.tensor.dtype;
  const int64_t count = from.tensor.numel();
  for (int64_t n = 0; n < count; ++n) {
    const uint64_t bits = pattern(dtype, n);
    std::memcpy(from.at(from.place(n)), &bits, dtype_bytes(dtype));
  }
  copy_elements(from.tensor, to.tensor);
  for (int64_t n = 0; n < count; ++n) {
    if (read(to, n) != pattern(dtype, n)) FAIL("element " << n << " of " << count);
  }
}

TEST_CASE("between random layouts, for every element size") {
  std::mt19937 random(3);
  for (const DType dtype : {DType::Int8, DType::Float16, DType::Float32, DType::Int64}) {
    for (int round = 0; round < 300; ++round) {
      const size_t rank = random() % 6;
      std::vector<int32_t> sizes(rank);
      for (int32_t& size : sizes) size = static_cast<int32_t>(1 + random() % 4);
      std::vector<uint8_t> first(rank), second(rank);
      std::iota(first.begin(), first.end(), uint8_t{0});
      second = first;
      std::shuffle(first.begin(), first.end(), random);
      if (random() % 3) std::shuffle(second.begin(), second.end(), random);
      Strided from(dtype, sizes, first, 1 + random() % 3), to(dtype, sizes, second, 1 + random() % 2);
      check_copy(from, to);
    }
  }
}

TEST_CASE("gaps of the target stay as they were") {
  Strided from(DType::Float32, {3, 2}, {0, 1}, 1), to(DType::Float32, {3, 2}, {0, 1}, 2);
  std::vector<uint64_t> before = to.memory;
  check_copy(from, to);
  size_t written = 0;
  for (size_t i = 0; i < to.memory.size() * 2; ++i)
    written += reinterpret_cast<const uint32_t*>(to.memory.data())[i] != 0;
  CHECK(written == 6);
}

TEST_CASE("a source that repeats itself, or runs backwards") {
  float row[3] = {1, 2, 3}, out[6] = {};
  Strided from(DType::Float32, {2, 3}, {0, 1}, 1), to(DType::Float32, {2, 3}, {0, 1}, 1);
  from.strides = {0, -1};
  from.tensor.strides = from.strides.data();
  from.tensor.data = row + 2;
  to.tensor.data = out;
  copy_elements(from.tensor, to.tensor);
  CHECK(std::vector<float>(out, out + 6) == std::vector<float>{3, 2, 1, 3, 2, 1});
}

TEST_CASE("no elements, one element") {
  Strided empty(DType::Float32, {3, 0}, {0, 1}, 1);
  empty.tensor.data = nullptr;
  copy_elements(empty.tensor, empty.tensor);
  Strided from(DType::Float64, {}, {}, 1), to(DType::Float64, {}, {}, 1);
  check_copy(from, to);
}

TEST_CASE("a target without dim order is written in row-major order") {
  Strided from(DType::Int16, {2, 3, 2}, {2, 0, 1}, 1), to(DType::Int16, {2, 3, 2}, {0, 1, 2}, 1);
  to.tensor.dim_order = nullptr;
  check_copy(from, to);
}

}  // namespace
}  // namespace gleed
