// options.cpp -- reading the words after a command.
#include "gleed/devtools/cli/options.h"

#include <cstdlib>
#include <cstring>

namespace gleed::cli {

Error Options::read(Span<const std::string> words, Span<const OptionDef> defs, Reason& reason) {
  bool has_file = false;
  for (size_t i = 0; i < words.size; ++i) {
    const std::string& word = words[i];
    if (word.size() < 2 || word[0] != '-') {
      if (has_file) return reason.fail(Error::BadArgument, {"takes one file, was given \"", word.c_str(), "\" too"});
      file_ = word;
      has_file = true;
      continue;
    }
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const OptionDef* def = nullptr;
    for (const OptionDef& d : defs) {
      if (name == d.name) def = &d;
    }
    if (!def) return reason.fail(Error::BadArgument, {"there is no option \"", name.c_str(), "\""});
    Given given{def->name, {}};
    if (equals != std::string::npos) {
      if (!def->takes_value) return reason.fail(Error::BadArgument, {"option ", def->name, " takes no value"});
      given.value = word.substr(equals + 1);
    } else if (def->takes_value) {
      if (i + 1 == words.size) return reason.fail(Error::BadArgument, {"option ", def->name, " needs a value"});
      given.value = words[++i];
    }
    given_.push_back(given);
  }
  return has_file ? Error::Ok : reason.fail(Error::BadArgument, {"needs a .pte file"});
}

bool Options::has(const char* name) const { return value(name) != nullptr; }

const char* Options::value(const char* name) const {
  const char* last = nullptr;
  for (const Given& g : given_) {
    if (std::strcmp(g.name, name) == 0) last = g.value.c_str();
  }
  return last;
}

std::vector<std::string> Options::values(const char* name) const {
  std::vector<std::string> all;
  for (const Given& g : given_) {
    if (std::strcmp(g.name, name) == 0) all.push_back(g.value);
  }
  return all;
}

Error Options::positive(const char* name, double otherwise, Reason& reason, double* out) const {
  *out = otherwise;
  const char* text = value(name);
  if (!text) return Error::Ok;
  char* end = nullptr;
  *out = std::strtod(text, &end);
  if (end != text && *end == 0 && *out > 0 && *out < 1e9) return Error::Ok;
  return reason.fail(Error::BadArgument, {"option ", name, " takes a number above 0, was given \"", text, "\""});
}

Error Options::positive(const char* name, size_t otherwise, Reason& reason, size_t* out) const {
  double number = 0;
  GLEED_TRY(positive(name, static_cast<double>(otherwise), reason, &number));
  *out = static_cast<size_t>(number);
  if (static_cast<double>(*out) == number) return Error::Ok;
  return reason.fail(Error::BadArgument,
                     {"option ", name, " takes a whole number above 0, was given \"", value(name), "\""});
}

}  // namespace gleed::cli
