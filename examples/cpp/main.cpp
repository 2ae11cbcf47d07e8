// main.cpp -- run_model FILE.pte: runs "forward" on two tensors of 2 x 3 ones and prints the first output.
#include <cstdio>

#include "gleed/module/module.h"

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: run_model FILE.pte\n"), 2;
  const float ones[6] = {1, 1, 1, 1, 1, 1};

  gleed::Module module;
  if (module.load(argv[1]) != gleed::Error::Ok ||
      module.run("forward", {{ones, {2, 3}}, {ones, {2, 3}}}) != gleed::Error::Ok) {
    return std::fprintf(stderr, "%s\n", module.reason()), 1;
  }
  const gleed::Tensor& output = module.output(0);
  for (int64_t i = 0; i < output.numel(); ++i) std::printf("%g\n", output.ptr<float>()[i]);
}
