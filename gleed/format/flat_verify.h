// flat_verify.h -- proves that bytes are a well-formed flatbuffer of a described shape, so that flat.h may read it
// blindly.
#pragma once
#include "gleed/base/error.h"
#include "gleed/format/flat.h"

namespace gleed::flat {

// Checks every table, vtable, vector, string and union reachable from `root` (a position in `bytes`): inside the bytes,
// aligned, strings NUL-terminated, union tags known. `bytes` must begin at a multiple of 8. Linear in its size: files
// in which more tables are referred to than there is room for are refused. Recursion is as deep as the description.
// Fields beyond the description are ignored. BadFile names table, field and position.
Error verify(Bytes bytes, uint64_t root, const TableInfo& info, Reason& reason);

}  // namespace gleed::flat
