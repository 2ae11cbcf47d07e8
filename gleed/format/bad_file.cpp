// bad_file.cpp -- a format string cut into the words that Reason takes.
#include "gleed/format/bad_file.h"

#include <cstring>

namespace gleed {

#if !defined(GLEED_WORDS) || GLEED_WORDS
Error bad_file(Reason& reason, const char* format, Figure a, Figure b, Figure c, Figure d) {
  const int64_t numbers[] = {a.value, b.value, c.value, d.value};
  Word words[] = {"", "", "", "", "", "", "", "", ""};  // text and numbers by turns
  for (int i = 0; i <= 4; ++i) {
    const size_t text = i < 4 ? std::strcspn(format, "%") : std::strlen(format);
    words[2 * i] = Word(format, static_cast<uint32_t>(text));
    format += text;
    if (!*format) break;
    words[2 * i + 1] = Word(numbers[i]);
    ++format;
  }
  return reason.fail(Error::BadFile,
                     {words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7], words[8]});
}
#endif

}  // namespace gleed
