// error.cpp -- names of the error codes, and the small formatter behind Reason.
#include "gleed/base/error.h"

#include <cstring>

#ifndef GLEED_WORDS
#define GLEED_WORDS 1
#endif

namespace gleed {

const char* error_name(Error error) {
  switch (error) {
    case Error::Ok:
      return "Ok";
    case Error::BadFile:
      return "BadFile";
    case Error::BadArgument:
      return "BadArgument";
    case Error::BadState:
      return "BadState";
    case Error::NotFound:
      return "NotFound";
    case Error::MissingOp:
      return "MissingOp";
    case Error::MissingBackend:
      return "MissingBackend";
    case Error::Unsupported:
      return "Unsupported";
    case Error::OutOfMemory:
      return "OutOfMemory";
    case Error::Io:
      return "Io";
    case Error::Internal:
      return "Internal";
  }
  return "unknown";
}

void Reason::clear() {
  text_[0] = 0;
  size_ = 0;
  error_ = Error::Ok;
}

void Reason::append(const Word& word) {
  char digits[32];
  const char* text = digits;
  size_t count = 0;
  const auto put_unsigned = [&](uint64_t u) {
    char reversed[20];
    int n = 0;
    do reversed[n++] = static_cast<char>('0' + u % 10);
    while (u /= 10);
    while (n) digits[count++] = reversed[--n];
  };
  switch (word.kind) {
    case Word::Kind::Text:
      text = word.text ? word.text : "(null)";
      count = std::strlen(text);
      break;
    case Word::Kind::Counted:
      text = word.text;
      count = word.count;
      break;
    case Word::Kind::Int: {
      const uint64_t u = static_cast<uint64_t>(word.integer);
      if (word.integer < 0) digits[count++] = '-';
      put_unsigned(word.integer < 0 ? ~u + 1 : u);
      break;
    }
    case Word::Kind::Real: {  // six decimals are enough to recognise a value
      double d = word.real;
      if (!(d == d)) {
        text = "nan";
        count = 3;
        break;
      }
      if (d < 0) {
        digits[count++] = '-';
        d = -d;
      }
      if (d > 1e15) {
        text = word.real < 0 ? "-(over 1e15)" : "(over 1e15)";
        count = std::strlen(text);
        break;
      }
      uint64_t whole = static_cast<uint64_t>(d);
      uint64_t rest = static_cast<uint64_t>((d - static_cast<double>(whole)) * 1e6 + 0.5);
      if (rest == 1000000) ++whole, rest = 0;
      put_unsigned(whole);
      digits[count++] = '.';
      for (uint64_t unit = 100000; unit; unit /= 10) digits[count++] = static_cast<char>('0' + rest / unit % 10);
      break;
    }
  }
  const size_t room = kCapacity - 1 - size_;
  if (count > room) count = room;
  std::memcpy(text_ + size_, text, count);
  size_ += count;
  text_[size_] = 0;
}

Error Reason::fail(Error error, std::initializer_list<Word> words) {
  size_ = 0;
  text_[0] = 0;
  error_ = error;
  if (GLEED_WORDS) {
    for (const Word& word : words) append(word);
  }
  return error;
}

void Reason::prefix(std::initializer_list<Word> words) {
  if (!GLEED_WORDS) return;
  char old[kCapacity];
  const size_t old_size = size_;
  std::memcpy(old, text_, old_size);
  size_ = 0;
  for (const Word& word : words) append(word);
  append(Word(old, static_cast<uint32_t>(old_size)));
}

}  // namespace gleed
