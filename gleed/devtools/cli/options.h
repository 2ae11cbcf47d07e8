// options.h -- the words after a command: one file, and options that the command declares.
#pragma once
#include <string>
#include <vector>

#include "gleed/base/error.h"
#include "gleed/base/span.h"

namespace gleed::cli {

struct OptionDef {
  const char* name;  // "--method"
  bool takes_value;
};

class Options {
 public:
  // `words`: what follows the command's name. Takes "--name value" and "--name=value". BadArgument names the word.
  Error read(Span<const std::string> words, Span<const OptionDef> defs, Reason& reason);

  const char* file() const { return file_.c_str(); }
  bool has(const char* name) const;
  // The value given last; nullptr without one.
  const char* value(const char* name) const;
  // All values, in order.
  std::vector<std::string> values(const char* name) const;
  // A number above 0, or `otherwise` when the option is not there. BadArgument for anything else.
  Error positive(const char* name, double otherwise, Reason& reason, double* out) const;
  Error positive(const char* name, size_t otherwise, Reason& reason, size_t* out) const;

 private:
  struct Given {
    const char* name;  // of the OptionDef
    std::string value;
  };
  std::string file_;
  std::vector<Given> given_;
};

}  // namespace gleed::cli
