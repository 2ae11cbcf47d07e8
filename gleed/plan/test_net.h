// test_net.h -- for the planner's tests: writes a Problem down as a program.
#pragma once
#include <utility>
#include <vector>

#include "gleed/plan/plan.h"

namespace gleed::plan {

// A program under construction: each call to `op` is the next instruction. A buffer lives from where it is made to
// where it was last read.
class Net {
 public:
  int32_t input(uint64_t bytes) { return add(bytes, -1); }
  int32_t state(uint64_t bytes) {
    const int32_t b = add(bytes, 0);
    problem_.buffers[b].pinned_whole = true;
    return b;
  }
  int32_t view(int32_t of, uint64_t bytes, uint64_t offset = 0) {
    const int32_t b = add(bytes, problem_.instructions - 1);
    problem_.buffers[b].alias_of = of;
    problem_.buffers[b].alias_offset = offset;
    return b;
  }
  // One instruction that reads `ins` and writes a buffer of `bytes`.
  int32_t op(uint64_t bytes, const std::vector<int32_t>& ins) {
    const int32_t out = add(bytes, problem_.instructions);
    for (int32_t in : ins) problem_.buffers[in].last = problem_.instructions;
    ++problem_.instructions;
    return out;
  }
  // The same, elementwise: any operand could be written over.
  int32_t map(uint64_t bytes, const std::vector<int32_t>& ins) {
    const int32_t out = op(bytes, ins);
    for (int32_t in : ins) problem_.in_place.push_back({problem_.instructions - 1, out, in});
    return out;
  }
  void output(int32_t b) { outputs_.push_back(b); }
  uint64_t bytes(int32_t b) const { return problem_.buffers[b].bytes; }
  int32_t concatenate(const std::vector<int32_t>& parts) {
    uint64_t sum = 0;
    for (int32_t part : parts) sum += bytes(part);
    return op(sum, parts);
  }
  Problem finish() {
    for (int32_t b : outputs_) problem_.buffers[b].last = problem_.instructions;
    for (Buffer& b : problem_.buffers)
      if (b.pinned_whole) b.last = problem_.instructions;
    return std::move(problem_);
  }

 private:
  int32_t add(uint64_t bytes, int32_t first) {
    Buffer b;
    b.bytes = bytes;
    b.first = b.last = first;
    problem_.buffers.push_back(b);
    return static_cast<int32_t>(problem_.buffers.size()) - 1;
  }

  Problem problem_;
  std::vector<int32_t> outputs_;
};

}  // namespace gleed::plan
