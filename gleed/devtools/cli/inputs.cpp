// inputs.cpp -- tensors and numbers for a method's inputs.
#include "gleed/devtools/cli/inputs.h"

#include <cerrno>
#include <cstdlib>
#include <random>

#include "gleed/devtools/cli/npy.h"

namespace gleed::cli {

namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool is_filler(const std::string& word) { return word == "ones" || word == "zeros" || word == "random"; }

bool is_real(DType t) { return dtypes::has(dtypes::kFloats, t); }

// Zeros are there already. The same numbers in every run: real ones in [-1, 1), integers 0 or 1, which are safe as
// indices of anything that has two elements.
bool fill(Tensor& t, const std::string& word, uint64_t seed) {
  if (word == "zeros") return true;
  std::mt19937_64 random(seed);
  const int64_t count = t.numel();
  for (int64_t i = 0; i < count; ++i) {
    const uint64_t bits = random();
    const double drawn =
        is_real(t.dtype) ? static_cast<double>(bits >> 11) * 0x1p-52 - 1 : static_cast<double>(bits >> 63);
    const double value = word == "random" ? drawn : 1;
    if (!set_element(t.dtype, t.data, i, value)) return false;
  }
  return true;
}

// "3", "0.5", "true": a value of the kind that the input has, where the word can stand for one.
bool read_number(const std::string& word, Value::Tag wanted, Value* out) {
  if (word == "true" || word == "false") return out->set(word == "true"), true;
  char* end = nullptr;
  errno = 0;
  const long long whole = std::strtoll(word.c_str(), &end, 10);
  const bool is_whole = !word.empty() && *end == 0 && errno == 0;
  if (is_whole && wanted != Value::Tag::Double) return out->set(int64_t{whole}), true;
  const double real = std::strtod(word.c_str(), &end);
  return out->set(real), !word.empty() && *end == 0;
}

}  // namespace

Error Inputs::make(const Method& method, const std::vector<std::string>& words, Reason& reason) {
  const size_t count = method.input_count();
  if (!words.empty() && words.size() != count) {
    return reason.fail(Error::BadArgument,
                       {"method \"", method.name(), "\" takes ", count, count == 1 ? " input" : " inputs",
                        ", was given ", words.size(), "; --input is needed once for each"});
  }
  for (size_t i = 0; i < count; ++i) {
    if (make_one(method, i, words.empty() ? "ones" : words[i], reason) == Error::Ok) continue;
    reason.prefix({"method \"", method.name(), "\", input ", i, ": "});
    return reason.error();
  }
  return Error::Ok;
}

Error Inputs::make_one(const Method& method, size_t i, const std::string& word, Reason& reason) {
  const Value& expected = method.input(i);
  Value value;
  if (is_filler(word) && expected.tag != Value::Tag::Tensor) {
    value = expected;
  } else if (is_filler(word)) {
    const Tensor& like = *expected.tensor;
    OwnTensor& own = tensors_.emplace_back();
    GLEED_TRY(own.make(like.dtype, {like.bounds, like.rank}, reason));
    if (!fill(own.tensor(), word, i)) {
      return reason.fail(Error::BadArgument, {"\"", word.c_str(), "\" is not possible for ", dtype_name(like.dtype),
                                              "; give zeros, or run the program from C++ (gleed::Module)"});
    }
    value.tag = Value::Tag::Tensor;
    value.tensor = &own.tensor();
  } else if (ends_with(word, ".npy")) {
    OwnTensor& own = tensors_.emplace_back();
    GLEED_TRY(read_npy(word.c_str(), &own, reason));
    value.tag = Value::Tag::Tensor;
    value.tensor = &own.tensor();
  } else if (!read_number(word, expected.tag, &value)) {
    return reason.fail(Error::BadArgument, {"\"", word.c_str(),
                                            "\" is none of: a file that ends in .npy, ones, zeros, random, a number, "
                                            "true, false"});
  }
  values_.push_back(value);
  return Error::Ok;
}

Error Inputs::set(Method& method, Reason& reason) const {
  for (size_t i = 0; i < values_.size(); ++i) GLEED_TRY(method.set_input(i, values_[i], reason));
  return Error::Ok;
}

}  // namespace gleed::cli
