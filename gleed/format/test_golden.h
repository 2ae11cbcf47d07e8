// test_golden.h -- for the tests of this folder: the golden programs as bytes.
#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "gleed/base/span.h"

namespace gleed {

inline std::vector<std::string> golden_names() {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(GLEED_GOLDEN_DIR, error)) {
    if (entry.path().extension() == ".pte") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

inline std::vector<uint8_t> read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<uint8_t> golden(const std::string& name) { return read_bytes(GLEED_GOLDEN_DIR "/" + name); }

inline Bytes span_of(const std::vector<uint8_t>& v) { return {v.data(), v.size()}; }

}  // namespace gleed
