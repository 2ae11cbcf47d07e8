// error.h -- Error codes, the words that explain one (Reason), and Result<T>: a value or an error.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <utility>

namespace gleed {

// What kind of thing went wrong. The Reason that travels beside it says which thing, and the way out.
enum class [[nodiscard]] Error : uint8_t{
    Ok,
    BadFile,         // the file's bytes are not a valid program
    BadArgument,     // a caller's input, index or name is wrong
    BadState,        // called in the wrong order (an input not set)
    NotFound,        // no such method or tensor
    MissingOp,       // no kernel for an operator, or not for this dtype
    MissingBackend,  // no backend of that name in this build
    Unsupported,     // valid, but not something this build does
    OutOfMemory,     // the arena is too small
    Io,              // the operating system refused to open, read or write
    Internal,        // a backend, kernel or loader broke its contract
};

// The code's name, for example "BadFile".
const char* error_name(Error error);

// One piece of a message: text, an integer or a real number. Built implicitly from those.
struct Word {
  enum class Kind : uint8_t { Text, Counted, Int, Real } kind;
  uint32_t count = 0;
  union {
    const char* text;
    int64_t integer;
    double real;
  };
  constexpr Word(const char* s) : kind(Kind::Text), text(s) {}
  constexpr Word(const char* s, uint32_t n) : kind(Kind::Counted), count(n), text(s) {}
  constexpr Word(double d) : kind(Kind::Real), real(d) {}
  template <class I, class = std::enable_if_t<std::is_integral_v<I>>>
  constexpr Word(I i) : kind(Kind::Int), integer(static_cast<int64_t>(i)) {}
};

// The explanation of the last error, in fixed storage: nothing is allocated to say what went wrong.
// Built with GLEED_WORDS=0 the text is left out and only the codes remain.
class Reason {
 public:
  static constexpr size_t kCapacity = 512;

  // Replaces the text by `words` and returns `error`; longer text is cut. The innermost layer, which knows the
  // most, calls this; outer layers may `prefix`.
  Error fail(Error error, std::initializer_list<Word> words);
  // Puts `words` before the present text ("method \"forward\", instruction 3: ").
  void prefix(std::initializer_list<Word> words);

  const char* text() const { return text_; }
  Error error() const { return error_; }
  void clear();

 private:
  void append(const Word& word);

  char text_[kCapacity] = {};
  size_t size_ = 0;
  Error error_ = Error::Ok;
};

// A value of T, or the Error that kept it from being made. T must be movable.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(Error error) : error_(error) {}
  Result(T&& value) : error_(Error::Ok) { new (&value_) T(std::move(value)); }
  Result(const T& value) : error_(Error::Ok) { new (&value_) T(value); }
  Result(Result&& other) noexcept : error_(other.error_) {
    if (ok()) new (&value_) T(std::move(other.value_));
  }
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;
  ~Result() {
    if (ok()) value_.~T();
  }

  bool ok() const { return error_ == Error::Ok; }
  Error error() const { return error_; }
  T& operator*() { return value_; }
  T* operator->() { return &value_; }

 private:
  Error error_;
  union {
    T value_;
  };
};

}  // namespace gleed

// Returns from the calling function if `expr` gives an error.
#define GLEED_TRY(expr)                                                                                   \
  do {                                                                                                    \
    if (const ::gleed::Error gleed_error = (expr); gleed_error != ::gleed::Error::Ok) return gleed_error; \
  } while (0)

#define GLEED_CAT_(a, b) a##b
#define GLEED_CAT(a, b) GLEED_CAT_(a, b)

// GLEED_LET(name, expr): binds `name` to the value of the Result `expr`, or returns its error.
#define GLEED_LET(name, expr)                                                                      \
  auto GLEED_CAT(gleed_result_, __LINE__) = (expr);                                                \
  if (!GLEED_CAT(gleed_result_, __LINE__).ok()) return GLEED_CAT(gleed_result_, __LINE__).error(); \
  auto& name = *GLEED_CAT(gleed_result_, __LINE__)
