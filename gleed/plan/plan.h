// plan.h -- the static memory planner: lifetimes of buffers in, offsets in as few bytes as possible out.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "gleed/base/error.h"

namespace gleed::plan {

// One tensor's memory. It is live from instruction `first` to instruction `last`, both inclusive: `first` is -1 for
// an input of the method, `last` is the number of instructions for an output. Two buffers that are live at one
// instruction never share a byte, so an instruction may read one while it writes the other.
//
// In the arena a buffer takes its bytes rounded up to its alignment, so a vector load at its end stays inside.
//
// A view shares the storage of `alias_of` (itself perhaps a view), `alias_offset` bytes further; all views keep the
// whole storage live from the first to the last use of any of them. A view may be written before its storage's own
// `first`: so the parts of a concatenation are views of its result.
struct Buffer {
  uint64_t bytes = 0;
  int32_t first = 0;
  int32_t last = 0;
  uint32_t arena = 1;
  uint32_t alignment = 16;    // a power of two
  bool pinned_whole = false;  // state: keeps its bytes over the whole program, and between its runs
  int32_t alias_of = -1;
  uint64_t alias_offset = 0;
};

// The instruction could write `out` over `in`, element by element. A candidate: the planner takes it only where `in`
// and all views of its storage are dead afterwards, `in` is neither an input of the method nor state, `out` is no view
// and fits, and the arena does not grow by it. A candidate that cannot be taken is no error. Not to be offered where
// the instruction reads the same bytes in another order through a second operand (x plus a transposed view of x): of
// two views at one place the planner knows only the bytes.
struct InPlace {
  int32_t instruction = 0;
  int32_t out = 0;
  int32_t in = 0;
};

struct Problem {
  int32_t instructions = 0;
  std::vector<Buffer> buffers;
  std::vector<InPlace> in_place;
};

struct Arena {
  uint32_t id = 0;
  uint64_t bytes = 0;
  uint64_t lower_bound = 0;   // largest sum of live bytes, in-place reuse counted: no plan can be smaller
  uint64_t naive = 0;         // sum of all storages: what it takes without a planner
  const char* strategy = "";  // the one that won; a literal
  uint32_t in_place_taken = 0;
};

struct Plan {
  std::vector<uint64_t> offsets;  // of each buffer in its arena; 0 for one of no bytes
  std::vector<Arena> arenas;      // by ascending id; only those some buffer names
  std::vector<uint32_t> taken;    // which of Problem::in_place, ascending
  uint64_t steps = 0;             // turns of the inner loops: the cost, independent of the machine
};

// Plans all arenas of `problem`. Deterministic. Takes about n log n for programs of bounded width; several strategies
// are tried until one meets the lower bound, then a search of bounded length. Fails with BadArgument on a
// contradiction (the reason names the buffer) and leaves *plan unspecified.
Error plan_memory(const Problem& problem, Plan* plan, Reason& reason);

// Verifies `plan` against `problem` from the lifetimes alone, in n log n: alignment, bounds, views at their place, and
// no byte used twice at any instruction, except by a candidate of Problem::in_place. Fails with Internal.
Error check_plan(const Problem& problem, const Plan& plan, Reason& reason);

// One line an arena: bytes planned, lower bound, naive sum, strategy, buffers in place.
std::string describe(const Plan& plan);

}  // namespace gleed::plan
