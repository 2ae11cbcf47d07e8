// main.cpp -- the entry point of the C++ tests.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

// Under the address sanitizer the heap ends the process when it is asked for too much, unless it is told to do as other
// heaps do: some tests ask.
extern "C" __attribute__((visibility("default"))) const char* __asan_default_options();
const char* __asan_default_options() { return "allocator_may_return_null=1"; }
