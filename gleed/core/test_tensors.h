// test_tensors.h -- for the tests of this folder: small float tensors with memory of their own, and their values.
#pragma once
#include <string>
#include <vector>

#include "gleed/core/context.h"

namespace gleed {

struct TestTensor {
  std::vector<int32_t> sizes, bounds;
  std::vector<int64_t> strides;
  std::vector<uint8_t> order;
  std::vector<float> elements;
  Tensor tensor;
  Value value;

  // `largest` gives a dynamic tensor room for more.
  explicit TestTensor(std::vector<int32_t> s, std::vector<int32_t> largest = {})
      : sizes(std::move(s)), bounds(largest.empty() ? sizes : std::move(largest)), strides(sizes.size()) {
    size_t count = 1;
    for (const int32_t bound : bounds) count *= static_cast<size_t>(bound);
    for (size_t d = 0; d < sizes.size(); ++d) order.push_back(static_cast<uint8_t>(d));
    elements.resize(count);
    tensor.data = elements.data();
    tensor.sizes = sizes.data();
    tensor.bounds = bounds.data();
    tensor.strides = strides.data();
    tensor.dim_order = order.data();
    tensor.capacity = count * 4;
    tensor.rank = static_cast<uint8_t>(sizes.size());
    tensor.dynamic = bounds != sizes;
    set_strides(tensor);
    value.tag = Value::Tag::Tensor;
    value.tensor = &tensor;
  }
  TestTensor(const TestTensor&) = delete;
};

struct TestContext {
  Reason reason;
  Context ctx{reason, {}};
  std::string text() const { return reason.text(); }
};

}  // namespace gleed
