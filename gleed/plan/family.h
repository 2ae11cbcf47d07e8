// family.h -- a buffer together with all its views: what must stay in one place, with one lifetime.
#pragma once
#include <vector>

#include "gleed/plan/plan.h"

namespace gleed::plan {

struct Family {
  int32_t root = 0;  // the buffer that is no view
  uint64_t bytes = 0;
  uint32_t alignment = 1;  // the strictest of its members
  uint32_t arena = 0;
  int32_t first = 0;  // union over the members
  int32_t last = 0;
  bool fixed = false;  // holds an input of the method or state: never written over

  // What the family takes in an arena.
  uint64_t padded() const { return (bytes + alignment - 1) / alignment * alignment; }
};

struct Families {
  std::vector<Family> list;
  std::vector<int32_t> of;       // buffer -> index in list
  std::vector<uint64_t> inside;  // buffer -> byte offset inside its family

  // The buffers of family f are members[begin[f]] up to members[begin[f + 1]].
  std::vector<int32_t> begin;
  std::vector<int32_t> members;
};

// Verifies `problem` and groups its buffers. After it, no sum of padded bytes and alignment gaps overflows.
Error find_families(const Problem& problem, Families* families, Reason& reason);

// Whether the candidate may be taken as far as the two families alone decide: both live in one arena, `in` dies where
// `out` begins, `out` fits, and no other view that the instruction might read would be overwritten at another place.
bool may_take(const Problem& problem, const Families& families, const InPlace& candidate);

}  // namespace gleed::plan
