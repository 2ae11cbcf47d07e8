// run.cpp -- gleed run: one execution of one method.
#include <cstdio>
#include <filesystem>
#include <memory>

#include "gleed/devtools/cli/command.h"
#include "gleed/devtools/cli/inputs.h"
#include "gleed/devtools/cli/npy.h"
#include "gleed/devtools/cli/print.h"
#include "gleed/devtools/cli/profile.h"
#include "gleed/devtools/cli/session.h"

namespace gleed::cli {

namespace {

constexpr char kHelp[] = R"(Runs a method of a program once and prints its outputs.

usage: gleed run FILE.pte [--method NAME] [--input VALUE]... [--output FOLDER] [--profile]

  --method NAME    the method; without it "forward", or the only one
  --input VALUE    once for each input, in order: a file that ends in .npy, a number,
                   or ones, zeros, random (of the input's largest size, the same in
                   every run); without any all inputs are ones
  --output FOLDER  writes the outputs there too: output_0.npy, output_1.npy, ...
  --profile        the time of each instruction and operator, and the memory

examples:
  gleed run model.pte
  gleed run model.pte --input picture.npy --output results
  gleed run decoder.pte --method decode --input token.npy --input 17 --profile
)";

constexpr OptionDef kOptions[] = {{"--method", true}, {"--input", true}, {"--output", true}, {"--profile", false}};

Error save_outputs(const Method& method, const char* folder, Reason& reason) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    return reason.fail(Error::Io, {"cannot make the folder \"", folder, "\": ", failed.message().c_str()});
  }
  for (size_t i = 0; i < method.output_count(); ++i) {
    if (method.output(i).tag != Value::Tag::Tensor) continue;  // printed only
    const std::string path = std::string(folder) + "/output_" + std::to_string(i) + ".npy";
    if (write_npy(path.c_str(), *method.output(i).tensor, reason) != Error::Ok) {
      reason.prefix({"output ", i, ": "});
      return reason.error();
    }
  }
  return Error::Ok;
}

Error run(const Options& options, Reason& reason) {
  Session session;
  GLEED_TRY(session.open(options.file(), reason));
  const char* name = session.choose(options.value("--method"));
  std::unique_ptr<Profile> profile;
  if (options.has("--profile")) profile = std::make_unique<Profile>(session.program, name);
  GLEED_TRY(session.load(name, profile ? profile->hook() : EventHook{}, reason));
  Inputs inputs;
  GLEED_TRY(inputs.make(session.method, options.values("--input"), reason));
  GLEED_TRY(inputs.set(session.method, reason));
  GLEED_TRY(session.method.execute(reason));
  for (size_t i = 0; i < session.method.output_count(); ++i) {
    std::printf("output %zu: %s\n", i, value_text(session.method.output(i)).c_str());
  }
  if (profile) std::printf("\n%s", profile->text().c_str());
  const char* folder = options.value("--output");
  return folder ? save_outputs(session.method, folder, reason) : Error::Ok;
}

}  // namespace

const Command kRun = {"run", kHelp, kOptions, run};

}  // namespace gleed::cli
