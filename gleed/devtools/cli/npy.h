// npy.h -- tensors in NumPy's .npy files.
#pragma once
#include "gleed/devtools/cli/own_tensor.h"

namespace gleed::cli {

// Reads versions 1 to 3, in C or Fortran order. NumPy has no bfloat16: such tensors are stored as '<V2', which is how
// the ml_dtypes package stores them. Io: the file cannot be read; BadArgument: it is no .npy file, is cut short, or its
// elements (complex, structured, big-endian, ...) are none that Gleed has.
Error read_npy(const char* path, OwnTensor* out, Reason& reason);

// Writes `tensor`, of any strides, in C order. Io: cannot be written; BadArgument: a dtype that NumPy lacks. A file
// that could not be written whole is removed.
Error write_npy(const char* path, const Tensor& tensor, Reason& reason);

}  // namespace gleed::cli
