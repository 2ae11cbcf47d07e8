// test_heap.cpp -- heap_calls: the test program's own malloc and friends count, and hand on to the C library's.
#include <atomic>
#include <cerrno>
#include <cstddef>

#include "gleed/runtime/test_watch.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GLEED_SANITIZER_HEAP
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GLEED_SANITIZER_HEAP
#endif

namespace {
std::atomic<uint64_t> calls;
void count() { calls.fetch_add(1, std::memory_order_relaxed); }
}  // namespace

uint64_t gleed::heap_calls() { return calls.load(std::memory_order_relaxed); }

#ifdef GLEED_SANITIZER_HEAP

extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, size_t),
                                                         void (*on_free)(const volatile void*));
namespace {
[[maybe_unused]] const int installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, size_t) { count(); }, [](const volatile void*) { count(); });
}  // namespace

#else

// glibc calls these by name too, so that its own allocations (of stdio, of pthreads) are seen.
extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);

#define GLEED_EXPORTED __attribute__((visibility("default")))
GLEED_EXPORTED void* malloc(size_t bytes) { return count(), __libc_malloc(bytes); }
GLEED_EXPORTED void* calloc(size_t n, size_t bytes) { return count(), __libc_calloc(n, bytes); }
GLEED_EXPORTED void* realloc(void* p, size_t bytes) { return count(), __libc_realloc(p, bytes); }
GLEED_EXPORTED void* aligned_alloc(size_t alignment, size_t bytes) {
  return count(), __libc_memalign(alignment, bytes);
}
GLEED_EXPORTED void* memalign(size_t alignment, size_t bytes) { return count(), __libc_memalign(alignment, bytes); }
GLEED_EXPORTED int posix_memalign(void** out, size_t alignment, size_t bytes) {
  count();
  void* p = __libc_memalign(alignment, bytes);
  if (!p) return ENOMEM;
  *out = p;
  return 0;
}
GLEED_EXPORTED void free(void* p) { count(), __libc_free(p); }
}

#endif
