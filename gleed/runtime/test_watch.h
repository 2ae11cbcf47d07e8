// test_watch.h -- for tests: counts what the process asks of the heap, and what a piece of code asks of the kernel.
#pragma once
#include <cstdint>
#include <functional>

namespace gleed {

// Calls of malloc, calloc, realloc, aligned_alloc, free and their like (and so of new and delete) since the process
// started, on any thread. Under the address and thread sanitizers, which bring their own heap, through their hooks.
uint64_t heap_calls();

struct SystemCalls {
  bool watched = false;  // false: this kernel (an emulator's, usually) has no seccomp filters
  bool ended = false;    // `work` came to its end
  uint32_t count = 0;
  int first = -1;  // the first call's number
};

// Runs `work` in a child process in which every system call is counted and has no effect: a seccomp filter turns it
// into a signal before it is made. `before` runs in the child first, unwatched.
SystemCalls count_system_calls(const std::function<void()>& before, const std::function<void()>& work);

}  // namespace gleed
