// inputs.h -- Inputs: the values of a method's inputs, from the words of --input.
#pragma once
#include <deque>
#include <string>
#include <vector>

#include "gleed/devtools/cli/own_tensor.h"
#include "gleed/runtime/method.h"

namespace gleed::cli {

class Inputs {
 public:
  // One word an input, in order: FILE.npy, "ones", "zeros", "random" (each of the largest size; inputs that are no
  // tensors keep the value in the file), or a number. No words at all: ones. BadArgument names the input and the word.
  Error make(const Method& method, const std::vector<std::string>& words, Reason& reason);
  // Gives them to the method; needed before each `execute`.
  Error set(Method& method, Reason& reason) const;

 private:
  Error make_one(const Method& method, size_t i, const std::string& word, Reason& reason);

  std::deque<OwnTensor> tensors_;
  std::vector<Value> values_;
};

}  // namespace gleed::cli
