// context.h -- Context: what a kernel may use besides its arguments.
#pragma once
#include "gleed/base/error.h"
#include "gleed/base/span.h"
#include "gleed/core/value.h"

namespace gleed {

class Context {
 public:
  Context(Reason& reason, Span<uint8_t> scratch) : reason_(reason), scratch_(scratch) {}

  // Says why and returns `error`; the runtime puts the method, instruction and operator before the words.
  Error fail(Error error, std::initializer_list<Word> words) { return reason_.fail(error, words); }

  // The scratch memory that the operator's `scratch` function asked for at load; aligned to kAlignment, contents
  // arbitrary.
  Span<uint8_t> scratch() const { return scratch_; }

  Reason& reason() { return reason_; }

 private:
  Reason& reason_;
  Span<uint8_t> scratch_;
};

// Gives `t` these sizes and recomputes its strides. A static tensor takes only the sizes it has; a dynamic one any
// sizes whose elements fit its memory. The error names the expected and the given sizes.
Error resize(Context& ctx, Tensor& t, Span<const int64_t> sizes);
// The same, with the sizes of `like`.
Error resize_like(Context& ctx, Tensor& t, const Tensor& like);

// dim in [-rank, rank) to [0, rank) (rank 0 counts as 1); BadArgument otherwise.
Error normalize_dim(Context& ctx, int64_t dim, int rank, int* out);

}  // namespace gleed
