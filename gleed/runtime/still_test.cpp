// still_test.cpp -- execute takes nothing from the heap and asks nothing of the kernel, on every golden program.
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "gleed/devtools/cli/inputs.h"
#include "gleed/format/test_golden.h"
#include "gleed/runtime/test_programs.h"
#include "gleed/runtime/test_watch.h"

namespace gleed {
namespace {

// A method of a golden program, loaded and with inputs at hand. `usable` is false for files that need a backend or a
// data file that is not there.
struct Ready {
  TestRun run;
  cli::Inputs inputs;
  bool usable;
  Ready(const std::string& name, size_t method) : run(TestFile(golden(name))) {
    usable = run.load({}, run.program.method_name(method)) == Error::Ok;
    if (usable) REQUIRE(inputs.make(run.method, {}, run.reason) == Error::Ok);
  }
  bool set() { return inputs.set(run.method, run.reason) == Error::Ok; }
  bool execute() { return run.method.execute(run.reason) == Error::Ok; }
};

size_t method_count(const std::string& name) { return TestRun(TestFile(golden(name))).program.method_count(); }

TEST_CASE("the counter of heap calls counts") {
  const auto calls_of = [](auto work) {
    const uint64_t before = heap_calls();
    work();
    return heap_calls() - before;
  };
  void* volatile kept = nullptr;  // or the compiler may leave out what nobody looks at
  CHECK(calls_of([] {}) == 0);
  CHECK(calls_of([&] { kept = std::malloc(10), std::free(kept); }) == 2);
  CHECK(calls_of([&] { kept = std::calloc(2, 10), std::free(kept); }) == 2);
  CHECK(calls_of([&] { kept = std::aligned_alloc(64, 64), std::free(kept); }) == 2);
  CHECK(calls_of([&] { kept = new int[4], delete[] static_cast<int*>(kept); }) == 2);
}

TEST_CASE("execute, set_input and reset take nothing from the heap, the first run included") {
  int programs = 0;
  for (const std::string& name : golden_names()) {
    for (size_t m = 0; m < method_count(name); ++m) {
      CAPTURE(name);
      Ready ready(name, m);
      if (!ready.usable) continue;
      ++programs;
      bool ran = true;
      const uint64_t before = heap_calls();
      for (int n = 0; n < 3; ++n) ran = ran && ready.set() && ready.execute();
      ready.run.method.reset();
      ran = ran && ready.set() && ready.execute();
      const uint64_t calls = heap_calls() - before;
      CHECK(ran);
      CHECK(calls == 0);
    }
  }
  CHECK(programs >= 24);
}

TEST_CASE("an execute that fails takes nothing either") {
  Sketch s;
  const int32_t x = s.dynamic({4}), y = s.dynamic({4}), z = s.dynamic({4});
  s.op("aten::add.out", {x, y, s.add(int64_t{1}), z});
  s.m.inputs = {x, y};
  TestRun run(s.file());
  REQUIRE(run.load() == Error::Ok);
  REQUIRE(run.set(0, Floats(2)) == Error::Ok);
  REQUIRE(run.set(1, Floats(3)) == Error::Ok);
  const uint64_t before = heap_calls();
  const Error error = run.method.execute(run.reason);
  const uint64_t calls = heap_calls() - before;
  CHECK(error == Error::BadArgument);
  CHECK(calls == 0);
}

// False only where the kernel is an emulator's (AArch64 under qemu), which has no filters: there is nothing to count.
bool can_watch(const SystemCalls& calls) {
#ifdef __x86_64__
  REQUIRE(calls.watched);
#else
  if (!calls.watched) MESSAGE("no seccomp filters here (an emulator?): system calls are not counted");
#endif
  return calls.watched;
}

TEST_CASE("the counter of system calls counts, and the calls have no effect") {
  const auto nothing = [] {};
  const SystemCalls none = count_system_calls([] { (void)!write(-1, "", 0); }, nothing);
  if (!can_watch(none)) return;
  CHECK(none.ended);
  CHECK(none.count == 0);
  const SystemCalls two = count_system_calls(nothing, [] {
    syscall(SYS_getppid);
    (void)!write(STDERR_FILENO, "this must not be seen\n", 22);
  });
  CHECK(two.ended);
  CHECK(two.count == 2);
  CHECK(two.first == SYS_getppid);
  const SystemCalls crash = count_system_calls(nothing, [] { __builtin_trap(); });
  CHECK(!crash.ended);
}

TEST_CASE("execute makes no system call, the first run included") {
  int programs = 0;
  for (const std::string& name : golden_names()) {
    for (size_t m = 0; m < method_count(name); ++m) {
      CAPTURE(name);
      Ready ready(name, m);
      if (!ready.usable) continue;
      bool ran = false;
      const SystemCalls calls = count_system_calls(
          [&] {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
            // A sanitizer maps memory of its own when code runs for the first time.
            ran = ready.set() && ready.execute();
#endif
            ran = ready.set();
          },
          [&] {
            ran = ran && ready.execute() && ready.set() && ready.execute();
            if (!ran) __builtin_trap();
          });
      if (!can_watch(calls)) return;
      ++programs;
      CHECK(calls.ended);
      CAPTURE(calls.first);
      CHECK(calls.count == 0);
    }
  }
  CHECK(programs >= 24);
}

}  // namespace
}  // namespace gleed
