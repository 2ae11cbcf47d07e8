// print.h -- values, counts and tables as text for people.
#pragma once
#include <string>
#include <vector>

#include "gleed/core/value.h"

namespace gleed::cli {

// 1234567 -> "1,234,567"
std::string grouped(uint64_t n);
// "float32[1, 10]"
std::string type_text(DType dtype, Span<const int32_t> sizes);
// "int 3", "string \"x\""; a tensor with its first elements in row-major order, least, most, mean, and how many are nan
// or infinite; may take several lines.
std::string value_text(const Value& value);

// Rows of cells under a head; columns as wide as their longest cell, numbers to the right.
class TextTable {
 public:
  // One letter a column: 'l' or 'r', the side that cells keep to.
  explicit TextTable(const char* sides) : sides_(sides) {}
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  const char* sides_;
  std::vector<std::vector<std::string>> rows_;
};

// printf into a string of at most 99 characters.
std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));

}  // namespace gleed::cli
