// family.cpp -- verifies the buffers of a problem and groups views with their storage.
#include "gleed/plan/family.h"

#include <algorithm>

#include "gleed/base/checked.h"

namespace gleed::plan {
namespace {

constexpr uint32_t kAlignmentMax = 1u << 20;
constexpr size_t kBuffersMax = 1u << 22;           // far above any program's
constexpr uint64_t kBytesMax = uint64_t{1} << 62;  // leaves room for kBuffersMax alignment gaps below 2^63

Error check_buffer(const Problem& problem, size_t index, Reason& reason) {
  const Buffer& b = problem.buffers[index];
  if (b.alignment == 0 || (b.alignment & (b.alignment - 1)) != 0 || b.alignment > kAlignmentMax)
    return reason.fail(Error::BadArgument,
                       {"buffer ", index, ": alignment ", b.alignment, " is not a power of two up to ", kAlignmentMax});
  if (b.first > b.last)
    return reason.fail(Error::BadArgument, {"buffer ", index, ": its life ends at instruction ", b.last,
                                            ", before it begins at ", b.first});
  if (b.first < -1 || b.last > problem.instructions)
    return reason.fail(Error::BadArgument, {"buffer ", index, ": lives from ", b.first, " to ", b.last,
                                            ", outside -1 to ", problem.instructions});
  if (b.bytes > kBytesMax) return reason.fail(Error::BadArgument, {"buffer ", index, ": its size overflows"});
  if (b.alias_of < -1 || b.alias_of >= static_cast<int64_t>(problem.buffers.size()))
    return reason.fail(Error::BadArgument, {"buffer ", index, ": a view of buffer ", b.alias_of, ", of ",
                                            problem.buffers.size(), " buffers"});
  return Error::Ok;
}

// Sets families->of and ->inside for `start` and all it is a view of. The walk goes down to the first buffer already
// known or the root, then fills in on the way back, so each buffer is walked once.
Error find_root(const Problem& problem, int32_t start, std::vector<int32_t>& path, Families* families, Reason& reason) {
  constexpr int32_t kOnPath = -2;
  path.clear();
  int32_t at = start;
  while (families->of[at] == -1) {
    families->of[at] = kOnPath;
    path.push_back(at);
    if (problem.buffers[at].alias_of < 0) break;
    at = problem.buffers[at].alias_of;
  }
  if (families->of[at] == kOnPath && problem.buffers[at].alias_of >= 0)
    return reason.fail(Error::BadArgument, {"buffer ", at, ": a view of itself, through its chain of views"});
  if (families->of[at] == kOnPath) {
    families->of[at] = static_cast<int32_t>(families->list.size());
    Family family;
    family.root = at;
    family.bytes = problem.buffers[at].bytes;
    family.arena = problem.buffers[at].arena;
    family.first = problem.buffers[at].first;
    family.last = problem.buffers[at].last;
    families->list.push_back(family);
    path.pop_back();
  }
  for (; !path.empty(); path.pop_back()) {
    const int32_t view = path.back();
    const Buffer& b = problem.buffers[view];
    families->of[view] = families->of[at];
    uint64_t end = 0;
    const Family& family = families->list[families->of[at]];
    if (!checked_add(families->inside[b.alias_of], b.alias_offset, &families->inside[view]) ||
        !checked_add(families->inside[view], b.bytes, &end) || end > family.bytes)
      return reason.fail(Error::BadArgument,
                         {"buffer ", view, ": ", b.bytes, " bytes at ", b.alias_offset, " of buffer ", b.alias_of,
                          " reach outside the storage of buffer ", family.root, " (", family.bytes, " bytes)"});
    if (families->inside[view] % b.alignment != 0)
      return reason.fail(Error::BadArgument,
                         {"buffer ", view, ": a view at byte ", families->inside[view], " of buffer ", family.root,
                          ", which its alignment ", b.alignment, " does not divide"});
    if (b.arena != family.arena)
      return reason.fail(Error::BadArgument, {"buffer ", view, ": in arena ", b.arena, ", but a view of buffer ",
                                              family.root, " in arena ", family.arena});
  }
  return Error::Ok;
}

void unite(const Problem& problem, const Buffer& b, Family& family) {
  family.alignment = std::max(family.alignment, b.alignment);
  family.first = std::min(family.first, b.pinned_whole ? -1 : b.first);
  family.last = std::max(family.last, b.pinned_whole ? problem.instructions : b.last);
  family.fixed |= b.pinned_whole || b.first < 0;
}

Error check_candidate(const Problem& problem, size_t index, Reason& reason) {
  const InPlace& c = problem.in_place[index];
  const int64_t count = static_cast<int64_t>(problem.buffers.size());
  if (c.out < 0 || c.out >= count || c.in < 0 || c.in >= count)
    return reason.fail(Error::BadArgument, {"in-place candidate ", index, ": buffer ", c.out, " over buffer ", c.in,
                                            ", of ", count, " buffers"});
  if (problem.buffers[c.in].last < c.instruction || problem.buffers[c.in].first > c.instruction)
    return reason.fail(Error::BadArgument, {"in-place candidate ", index, ": instruction ", c.instruction,
                                            " reads buffer ", c.in, " outside its life"});
  if (problem.buffers[c.out].first > c.instruction || problem.buffers[c.out].last < c.instruction)
    return reason.fail(Error::BadArgument, {"in-place candidate ", index, ": instruction ", c.instruction,
                                            " writes buffer ", c.out, " outside its life"});
  return Error::Ok;
}

}  // namespace

Error find_families(const Problem& problem, Families* families, Reason& reason) {
  const size_t count = problem.buffers.size();
  if (count > kBuffersMax)
    return reason.fail(Error::BadArgument, {count, " buffers are too many; at most ", kBuffersMax, " can be planned"});
  if (problem.instructions < 0)
    return reason.fail(Error::BadArgument, {"a program of ", problem.instructions, " instructions"});
  for (size_t i = 0; i < count; ++i) GLEED_TRY(check_buffer(problem, i, reason));
  for (size_t i = 0; i < problem.in_place.size(); ++i) GLEED_TRY(check_candidate(problem, i, reason));

  *families = Families();
  families->of.assign(count, -1);
  families->inside.assign(count, 0);
  std::vector<int32_t> path;
  for (size_t i = 0; i < count; ++i) {
    GLEED_TRY(find_root(problem, static_cast<int32_t>(i), path, families, reason));
    unite(problem, problem.buffers[i], families->list[families->of[i]]);
  }

  uint64_t sum = 0;
  for (const Family& family : families->list) {
    if (!checked_add(sum, family.padded(), &sum) || sum > kBytesMax)
      return reason.fail(Error::BadArgument, {"buffer ", family.root, ": the sum of all sizes up to it overflows"});
  }

  families->begin.assign(families->list.size() + 1, 0);
  for (int32_t f : families->of) ++families->begin[f + 1];
  for (size_t f = 0; f < families->list.size(); ++f) families->begin[f + 1] += families->begin[f];
  families->members.resize(count);
  std::vector<int32_t> next(families->begin.begin(), families->begin.end());
  for (size_t i = 0; i < count; ++i) families->members[next[families->of[i]]++] = static_cast<int32_t>(i);
  return Error::Ok;
}

bool may_take(const Problem& problem, const Families& families, const InPlace& candidate) {
  const Buffer& in = problem.buffers[candidate.in];
  const Family& from = families.list[families.of[candidate.in]];
  const Family& to = families.list[families.of[candidate.out]];
  if (from.fixed || to.fixed || from.arena != to.arena || from.bytes == 0 || to.bytes == 0) return false;
  if (from.last != candidate.instruction || from.first >= candidate.instruction) return false;
  if (to.root != candidate.out || to.first != candidate.instruction) return false;
  const uint64_t at = families.inside[candidate.in];
  if (to.bytes > in.bytes || at % to.alignment != 0) return false;
  // A view read by the same instruction is safe if it is `in` again under another shape, or lies elsewhere; shifted
  // against `in`, its elements would be overwritten before they are read.
  const int32_t f = families.of[candidate.in];
  for (int32_t m = families.begin[f]; m < families.begin[f + 1]; ++m) {
    const Buffer& view = problem.buffers[families.members[m]];
    const uint64_t begin = families.inside[families.members[m]];
    if (view.last < candidate.instruction || begin >= at + to.bytes || begin + view.bytes <= at) continue;
    if (begin != at || view.bytes != in.bytes) return false;
  }
  return true;
}

}  // namespace gleed::plan
