// read.h -- a program file back into ProgramData: for tools, not part of the runtime.
#pragma once
#include "gleed/base/error.h"
#include "gleed/format/program_data.h"

namespace gleed {

// Verifies `file`, a whole program file at a multiple of 8 bytes, and copies its description into `out`. The bytes of
// constants and blobs are not copied: they stay in `file`, which must outlive `out`. Lengths that files do not store
// are worked out: a constant is as long as its largest tensor, or reaches to the next one when no tensor names it.
Error read_program_data(Bytes file, Reason& reason, ProgramData* out);

}  // namespace gleed
