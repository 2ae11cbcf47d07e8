// bad_file.h -- the verifier's way to say what is wrong with a file, cheap at each of its many call sites.
#pragma once
#include "gleed/base/error.h"

namespace gleed {

// Any integer, passed in a register; what exceeds 63 bits shows as the largest.
struct Figure {
  int64_t value = 0;
  constexpr Figure() = default;
  template <class I, class = std::enable_if_t<std::is_integral_v<I>>>
  constexpr Figure(I i)
      : value(i > I{0} && static_cast<uint64_t>(i) > INT64_MAX ? INT64_MAX : static_cast<int64_t>(i)) {}
};

// Fails with BadFile and `format`, each '%' in it replaced by the next figure (at most four).
#if !defined(GLEED_WORDS) || GLEED_WORDS
Error bad_file(Reason& reason, const char* format, Figure a = {}, Figure b = {}, Figure c = {}, Figure d = {});
#else  // inline, so that the texts are dropped
inline Error bad_file(Reason& reason, const char*, Figure = {}, Figure = {}, Figure = {}, Figure = {}) {
  return reason.fail(Error::BadFile, {});
}
#endif

}  // namespace gleed
