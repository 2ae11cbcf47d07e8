// reuse.h -- in-place reuse: which results are written over an operand, before anything is placed.
#pragma once
#include <vector>

#include "gleed/plan/family.h"
#include "gleed/plan/pack.h"

namespace gleed::plan {

// The families of one arena as items, times counted in distinct beginnings (all that can change what overlaps), and
// the candidates among them by ascending instruction. Indices are into `families` here.
struct ArenaProblem {
  struct Candidate {
    int32_t out;
    int32_t in;
    uint64_t at;     // byte of `in` family where `out` would begin
    uint32_t index;  // in Problem::in_place
  };
  std::vector<int32_t> families;  // index in Families::list
  std::vector<Item> items;
  std::vector<Candidate> candidates;
};

// What an instruction prefers to write over when several of its operands would do.
enum class Prefer { OldestStorage, YoungestStorage };

struct Storages {
  std::vector<Item> items;
  std::vector<int32_t> of;       // family -> item
  std::vector<uint64_t> inside;  // family -> byte offset inside the item
  std::vector<uint32_t> taken;   // in Problem::in_place
  bool had_choice = false;       // some instruction could write over more than one operand
};

ArenaProblem arena_problem(const Problem& problem, const Families& families, uint32_t arena);

// Every family by itself.
Storages separate(const ArenaProblem& arena);

// Merges along the candidates. Where both sides take the same bytes a merge lowers the sum of live bytes at its
// instruction and nowhere raises it, so all of those are taken. Where `out` is smaller, the rest of the storage stays
// occupied for longer; that is taken only if no sum of live bytes rises above the largest there is without it.
Storages reuse_in_place(const ArenaProblem& arena, Prefer prefer);

}  // namespace gleed::plan
