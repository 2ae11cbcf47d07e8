// corrupt_main.cpp -- gleed_corrupt FILE.pte ...: loads and runs broken copies of each file. Built under sanitizers,
// any read outside memory ends it; what a broken file may do is give an error, give wrong numbers, or loop like a
// program may.
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "gleed/runtime/method.h"

namespace {

constexpr size_t kHeadBytes = 4096;  // where most of a small program's structure lies
constexpr int kSecondsPerRun = 2;

sigjmp_buf too_long;
bool is_executing = false;
const char* current_file = "";
unsigned current_copy = 0;

// An endless loop is a valid program; endless loading is a bug.
void on_alarm(int) {
  if (is_executing) siglongjmp(too_long, 1);
  std::fprintf(stderr, "%s, copy %u: loading does not end\n", current_file, current_copy);
  std::abort();
}

void set_alarm(int seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = seconds;
  setitimer(ITIMER_REAL, &timer, nullptr);
}

// xorshift: the same copies on every machine.
struct Random {
  uint64_t state;
  uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
  size_t below(size_t n) { return n ? next() % n : 0; }
};

std::vector<uint8_t> read_file(const char* path) {
  std::vector<uint8_t> bytes;
  std::FILE* file = std::fopen(path, "rb");
  if (!file) return bytes;
  uint8_t block[65536];
  while (size_t n = std::fread(block, 1, sizeof block, file)) bytes.insert(bytes.end(), block, block + n);
  std::fclose(file);
  return bytes;
}

// Changes one to eight places, or cuts the end off.
void break_bytes(Random& random, std::vector<uint8_t>& bytes) {
  static constexpr uint32_t kEdges[] = {0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff};
  const size_t reach = random.below(4) ? (bytes.size() < kHeadBytes ? bytes.size() : kHeadBytes) : bytes.size();
  switch (random.below(8)) {
    case 0:
      bytes.resize(random.below(bytes.size() + 1));
      return;
    case 1:  // an offset or a count, at its own alignment
    case 2:
      for (size_t n = 1 + random.below(3); n; --n) {
        const uint32_t value = random.below(2) ? kEdges[random.below(8)] : static_cast<uint32_t>(random.below(reach));
        const size_t at = random.below(reach) & ~size_t{3};
        if (at + 4 <= bytes.size()) std::memcpy(&bytes[at], &value, 4);
      }
      return;
    default:
      for (size_t n = 1 + random.below(8); n; --n) bytes[random.below(reach)] ^= 1u << random.below(8);
  }
}

// Zeros, of the largest sizes, for every input. False when an input was refused.
bool set_inputs(gleed::Method& method, std::vector<std::vector<uint8_t>>& memory, gleed::Reason& reason) {
  for (size_t i = 0; i < method.input_count(); ++i) {
    gleed::Value value = method.input(i);
    if (value.tag == gleed::Value::Tag::Tensor) {
      const gleed::Tensor& like = *value.tensor;
      std::vector<int32_t> sizes(like.bounds, like.bounds + like.rank);
      std::vector<int64_t> strides(like.rank);
      gleed::Tensor tensor = like;
      tensor.sizes = sizes.data();
      tensor.strides = strides.data();
      gleed::set_strides(tensor);
      memory.emplace_back(tensor.bytes() + 1);
      tensor.data = memory.back().data();
      if (method.set_input(i, tensor, reason) != gleed::Error::Ok) return false;
    } else if (method.set_input(i, value, reason) != gleed::Error::Ok) {
      return false;
    }
  }
  return true;
}

struct Counts {
  unsigned refused = 0, failed = 0, ran = 0, endless = 0;
};

void run_method(gleed::Program& program, const char* name, gleed::Arena& arena, Counts& counts) {
  gleed::Reason reason;
  gleed::Method method;
  std::vector<std::vector<uint8_t>> memory;
  if (method.load(program, name, arena, reason) != gleed::Error::Ok) {
    ++counts.refused;
    return;
  }
  if (!set_inputs(method, memory, reason)) {
    ++counts.failed;
    return;
  }
  if (sigsetjmp(too_long, 1)) {
    is_executing = false;
    ++counts.endless;
    return;
  }
  is_executing = true;
  const gleed::Error error = method.execute(reason);
  is_executing = false;
  ++(error == gleed::Error::Ok ? counts.ran : counts.failed);
}

// Loads what `bytes` hold from memory of exactly their size, so that a read past the end is seen.
void run_program(const std::vector<uint8_t>& bytes, gleed::Span<uint8_t> block, Counts& counts) {
  void* exact = nullptr;
  if (posix_memalign(&exact, gleed::kAlignment, bytes.size() + !bytes.size()) != 0) return;
  if (!bytes.empty()) std::memcpy(exact, bytes.data(), bytes.size());
  {
    gleed::Arena arena(block);
    gleed::MemoryLoader loader({static_cast<const uint8_t*>(exact), bytes.size()});
    gleed::Reason reason;
    gleed::Program program;
    set_alarm(kSecondsPerRun);
    if (program.load(loader, arena, reason) != gleed::Error::Ok) {
      ++counts.refused;
    } else {
      for (size_t i = 0; i < program.method_count(); ++i) run_method(program, program.method_name(i), arena, counts);
    }
    set_alarm(0);
  }
  std::free(exact);
}

// The bytes that the whole file takes when it is loaded.
size_t bytes_to_load(const std::vector<uint8_t>& bytes) {
  gleed::Arena arena = gleed::Arena::heap();
  std::vector<uint8_t> padded(bytes.size() + gleed::kAlignment);
  uint8_t* start = padded.data() + (gleed::kAlignment - reinterpret_cast<uintptr_t>(padded.data()) % gleed::kAlignment);
  std::memcpy(start, bytes.data(), bytes.size());
  gleed::MemoryLoader loader({start, bytes.size()});
  gleed::Reason reason;
  gleed::Program program;
  if (program.load(loader, arena, reason) != gleed::Error::Ok) return 0;
  for (size_t i = 0; i < program.method_count(); ++i) {
    gleed::Method method;
    if (method.load(program, program.method_name(i), arena, reason) != gleed::Error::Ok) continue;
  }
  return arena.bytes_used();
}

}  // namespace

int main(int argc, char** argv) {
  const char* copies_word = std::getenv("GLEED_CORRUPT_COPIES");
  const unsigned copies = copies_word ? static_cast<unsigned>(std::atoi(copies_word)) : 400;
  signal(SIGALRM, on_alarm);
  Counts counts;
  for (int i = 1; i < argc; ++i) {
    current_file = argv[i];
    const std::vector<uint8_t> whole = read_file(argv[i]);
    if (whole.empty()) {
      std::fprintf(stderr, "%s: cannot be read\n", argv[i]);
      return 1;
    }
    std::vector<uint8_t> memory(2 * bytes_to_load(whole) + (1u << 20));
    Random random{0x9e3779b97f4a7c15u + static_cast<uint64_t>(i)};
    for (current_copy = 0; current_copy < copies; ++current_copy) {
      std::vector<uint8_t> broken = whole;
      break_bytes(random, broken);
      run_program(broken, {memory.data(), memory.size()}, counts);
    }
  }
  std::printf("%d files, %u broken copies of each: %u refused, %u failed while running, %u ran, %u ran without end\n",
              argc - 1, copies, counts.refused, counts.failed, counts.ran, counts.endless);
  return 0;
}
