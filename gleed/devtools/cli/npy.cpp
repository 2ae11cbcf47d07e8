// npy.cpp -- the .npy format: a magic, a Python dictionary as text, the elements.
#include "gleed/devtools/cli/npy.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

namespace gleed::cli {

namespace {

struct Row {
  const char* descr;
  DType dtype;
};
constexpr Row kRows[] = {{"|b1", DType::Bool},    {"|i1", DType::Int8},    {"|u1", DType::UInt8},
                         {"<i2", DType::Int16},   {"<u2", DType::UInt16},  {"<i4", DType::Int32},
                         {"<u4", DType::UInt32},  {"<i8", DType::Int64},   {"<u8", DType::UInt64},
                         {"<f2", DType::Float16}, {"<f4", DType::Float32}, {"<f8", DType::Float64},
                         {"<V2", DType::BFloat16}};

constexpr char kMagic[] = "\x93NUMPY";

struct CloseFile {
  void operator()(FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<FILE, CloseFile>;

// The text after `'key':` and spaces; nullptr when the dictionary lacks the key.
const char* find_key(const std::string& header, const char* key) {
  const size_t at = header.find("'" + std::string(key) + "':");
  if (at == std::string::npos) return nullptr;
  const char* text = header.c_str() + at + std::strlen(key) + 3;
  while (*text == ' ') ++text;
  return text;
}

class NpyReader {
 public:
  NpyReader(const char* path, Reason& reason) : path_(path), reason_(reason) {}

  Error read(OwnTensor* out) {
    file_.reset(std::fopen(path_, "rb"));
    if (!file_) return io("open");
    std::string header;
    GLEED_TRY(read_header(&header));
    DType dtype;
    GLEED_TRY(read_dtype(header, &dtype));
    const char* order = find_key(header, "fortran_order");
    if (!order) return bad({"its header names no order"});
    int32_t sizes[kMaxRank];
    size_t rank = 0;
    GLEED_TRY(read_shape(header, sizes, &rank));
    if (out->make(dtype, {sizes, rank}, reason_, std::strncmp(order, "True", 4) == 0) != Error::Ok) {
      reason_.prefix({"\"", path_, "\": "});
      return reason_.error();
    }
    const size_t wanted = out->tensor().capacity, got = std::fread(out->tensor().data, 1, wanted, file_.get());
    if (got == wanted) return Error::Ok;
    if (std::ferror(file_.get())) return io("read");
    return bad({"is cut short: its shape needs ", wanted, " bytes, the file has ", got});
  }

 private:
  Error bad(std::initializer_list<Word> words) {
    (void)reason_.fail(Error::BadArgument, words);
    reason_.prefix({"\"", path_, "\" "});
    return Error::BadArgument;
  }
  Error io(const char* verb) {
    return reason_.fail(Error::Io, {"cannot ", verb, " \"", path_, "\": ", std::strerror(errno)});
  }

  // magic, version (2 bytes), length of the dictionary (2 bytes; 4 from version 2 on), dictionary
  Error read_header(std::string* header) {
    uint8_t head[12] = {};
    const size_t got = std::fread(head, 1, 10, file_.get());
    if (std::ferror(file_.get())) return io("read");
    if (got != 10 || std::memcmp(head, kMagic, 6) != 0) return bad({"is no .npy file"});
    if (head[6] < 1 || head[6] > 3) return bad({"has version ", head[6], " of the .npy format; 1 to 3 can be read"});
    size_t size = size_t{head[9]} << 8 | head[8];
    if (head[6] > 1) {
      if (std::fread(head + 10, 1, 2, file_.get()) != 2) return bad({"is cut short in its header"});
      size |= size_t{head[11]} << 24 | size_t{head[10]} << 16;
    }
    if (size > 1 << 20) return bad({"has a header of ", size, " bytes; it is damaged"});
    header->resize(size);
    if (std::fread(header->data(), 1, size, file_.get()) != size) return bad({"is cut short in its header"});
    return Error::Ok;
  }

  Error read_dtype(const std::string& header, DType* out) {
    const char* text = find_key(header, "descr");
    if (!text || *text != '\'') return bad({"holds structured elements; plain arrays can be read"});
    const char* end = std::strchr(text + 1, '\'');
    const std::string descr(text + 1, end ? end : text + 1);
    for (const Row& row : kRows) {
      const bool is_bfloat16 = row.dtype == DType::BFloat16 && descr == "|V2";  // NumPy writes it so too
      if (descr == row.descr || is_bfloat16) return *out = row.dtype, Error::Ok;
    }
    return bad({"holds elements of NumPy's type '", descr.c_str(), "', which Gleed does not have; convert them"});
  }

  // "(2, 3, )", each size within int32
  Error read_shape(const std::string& header, int32_t* sizes, size_t* rank) {
    const char* text = find_key(header, "shape");
    if (!text || *text != '(') return bad({"its header names no shape"});
    for (++text; *text && *text != ')';) {
      char* end = nullptr;
      errno = 0;
      const long long size = std::strtoll(text, &end, 10);
      if (end == text || errno || size < 0 || size > INT32_MAX) return bad({"has a shape that cannot be used"});
      if (*rank == kMaxRank) return bad({"has more than ", kMaxRank, " dimensions"});
      sizes[(*rank)++] = static_cast<int32_t>(size);
      for (text = end; *text == ',' || *text == ' ' || *text == 'L';) ++text;
    }
    return Error::Ok;
  }

  const char* path_;
  Reason& reason_;
  File file_;
};

// The header of version 1, padded so that the elements begin at a multiple of 64.
std::string header_of(const char* descr, const Tensor& t) {
  std::string dictionary = std::string("{'descr': '") + descr + "', 'fortran_order': False, 'shape': (";
  for (int d = 0; d < t.rank; ++d)
    dictionary += std::to_string(t.sizes[d]) + (t.rank == 1 ? "," : d + 1 < t.rank ? ", " : "");
  dictionary += "), }";
  while ((10 + dictionary.size() + 1) % 64) dictionary += ' ';
  dictionary += '\n';
  std::string header(kMagic, 6);
  header += {1, 0, static_cast<char>(dictionary.size() & 0xff), static_cast<char>(dictionary.size() >> 8)};
  return header + dictionary;
}

}  // namespace

Error read_npy(const char* path, OwnTensor* out, Reason& reason) { return NpyReader(path, reason).read(out); }

Error write_npy(const char* path, const Tensor& tensor, Reason& reason) {
  const char* descr = nullptr;
  for (const Row& row : kRows) {
    if (row.dtype == tensor.dtype) descr = row.descr;
  }
  if (!descr)
    return reason.fail(Error::BadArgument, {"NumPy has no ", dtype_name(tensor.dtype), "; it cannot be saved"});
  OwnTensor dense;
  GLEED_TRY(dense.copy(tensor, reason));
  const std::string header = header_of(descr, tensor);
  const auto failed = [&] { return reason.fail(Error::Io, {"cannot write \"", path, "\": ", std::strerror(errno)}); };
  FILE* file = std::fopen(path, "wb");
  if (!file) return failed();
  const size_t bytes = dense.tensor().capacity;
  bool whole = std::fwrite(header.data(), 1, header.size(), file) == header.size() &&
               std::fwrite(dense.tensor().data, 1, bytes, file) == bytes && std::fflush(file) == 0;
  if (!whole) (void)failed();  // while errno is the write's
  if (std::fclose(file) != 0 && whole) whole = false, (void)failed();
  if (whole) return Error::Ok;
  std::remove(path);
  return Error::Io;
}

}  // namespace gleed::cli
