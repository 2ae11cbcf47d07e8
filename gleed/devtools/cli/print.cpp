// print.cpp -- text from values and rows.
#include "gleed/devtools/cli/print.h"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdarg>
#include <cstdio>

#include "gleed/devtools/cli/own_tensor.h"

namespace gleed::cli {

std::string format(const char* pattern, ...) {
  char text[100];
  va_list args;
  va_start(args, pattern);
  std::vsnprintf(text, sizeof text, pattern, args);
  va_end(args);
  return text;
}

std::string grouped(uint64_t n) {
  std::string digits = std::to_string(n);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string type_text(DType dtype, Span<const int32_t> sizes) {
  std::string out = std::string(dtype_name(dtype)) + "[";
  for (size_t d = 0; d < sizes.size; ++d) out += (d ? ", " : "") + std::to_string(sizes[d]);
  return out + "]";
}

namespace {

constexpr int64_t kShown = 10;

std::string element_text(const Tensor& dense, int64_t i) {
  if (dense.dtype == DType::Int64) return std::to_string(dense.ptr<int64_t>()[i]);
  if (dense.dtype == DType::UInt64) return std::to_string(dense.ptr<uint64_t>()[i]);
  if (dense.dtype == DType::Bool) return dense.ptr<uint8_t>()[i] ? "true" : "false";
  return format("%.6g", element(dense.dtype, dense.data, i));
}

// What is left of the elements after the shown ones: their range, and what is not finite.
std::string summary(const Tensor& dense) {
  const int64_t count = dense.numel();
  double least = INFINITY, most = -INFINITY, sum = 0;
  int64_t nans = 0, infinite = 0;
  for (int64_t i = 0; i < count; ++i) {
    const double x = element(dense.dtype, dense.data, i);
    if (std::isnan(x)) ++nans;
    if (std::isinf(x)) ++infinite;
    if (!std::isfinite(x)) continue;
    least = std::min(least, x), most = std::max(most, x), sum += x;
  }
  const int64_t finite = count - nans - infinite;
  std::string out;
  if (finite && count > kShown) {
    out += format(", least %.6g, most %.6g, mean %.6g", least, most, sum / static_cast<double>(finite));
  }
  if (nans) out += ", " + grouped(static_cast<uint64_t>(nans)) + " nan";
  if (infinite) out += ", " + grouped(static_cast<uint64_t>(infinite)) + " infinite";
  return out;
}

std::string tensor_text(const Tensor& t) {
  std::string out = type_text(t.dtype, {t.sizes, t.rank});
  Reason reason;
  OwnTensor own;
  if (own.copy(t, reason) != Error::Ok) return out + " (" + reason.text() + ")";
  const Tensor& dense = own.tensor();
  const int64_t count = dense.numel(), shown = std::min(count, kShown);
  out += summary(dense) + (count ? "\n " : "");
  for (int64_t i = 0; i < shown; ++i) out += " " + element_text(dense, i);
  return out + (count > shown ? " ..." : "");
}

}  // namespace

std::string value_text(const Value& v) {
  switch (v.tag) {
    case Value::Tag::Int:
      return "int " + std::to_string(v.i);
    case Value::Tag::Bool:
      return v.b ? "bool true" : "bool false";
    case Value::Tag::Double:
      return format("float %.17g", v.d);
    case Value::Tag::String:
      return "str \"" + std::string(v.string, v.count) + "\"";
    case Value::Tag::Tensor:
      return tensor_text(*v.tensor);
    case Value::Tag::None:
      return "None";
    default:
      return "list";
  }
}

std::string TextTable::text() const {
  std::vector<size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line;
    for (size_t c = 0; c < row.size(); ++c) {
      const std::string space(widths[c] - row[c].size(), ' ');
      line += (c ? "  " : "") + (sides_[c] == 'r' ? space + row[c] : row[c] + space);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace gleed::cli
