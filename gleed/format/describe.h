// describe.h -- what a program file holds, as text for people: the body of `gleed inspect`.
#pragma once
#include <string>
#include <vector>

#include "gleed/core/catalogue.h"
#include "gleed/format/verify.h"

namespace gleed {

struct DescribeOptions {
  // Says of each operator and delegate whether this catalogue has its kernel or backend.
  const Catalogue* catalogue = nullptr;
  bool values = false;        // list every value
  bool instructions = false;  // list every instruction
};

// A listing of a verified program: file, methods, inputs and outputs, memory, constants, operators with counts,
// delegates.
std::string describe(const ProgramView& view, const DescribeOptions& options = {});

// An operator that some method calls.
struct OpUse {
  std::string name;                 // "aten::add.out"
  std::vector<std::string> dtypes;  // of the tensors it is given or fills, without repeats, in alphabetical order
  uint64_t calls = 0;               // instructions that call it
};

// The operators a program calls, in alphabetical order.
std::vector<OpUse> list_ops(const ProgramView& view);

}  // namespace gleed
