// inspect.cpp -- gleed inspect: what a program file holds, and whether it loads here.
#include <cstdio>

#include "gleed/devtools/cli/command.h"
#include "gleed/devtools/cli/print.h"
#include "gleed/devtools/cli/session.h"
#include "gleed/format/describe.h"

namespace gleed::cli {

namespace {

constexpr char kHelp[] = R"(Prints what a program file holds: segments, constants, and of each method its inputs and
outputs, planned memory, operators with the kernels this build has for them, delegates,
and whether the method loads here.

usage: gleed inspect FILE.pte [--all]

  --all  every value and every instruction too

examples:
  gleed inspect model.pte
  gleed inspect model.pte --all
)";

constexpr OptionDef kOptions[] = {{"--all", false}};

Error inspect(const Options& options, Reason& reason) {
  Session session;
  GLEED_TRY(session.open(options.file(), reason));
  Bytes file;
  ProgramView view;
  GLEED_TRY(session.loader.read(0, session.loader.size(), session.arena, reason, &file));
  GLEED_TRY(verify_program(file, reason, &view));
  DescribeOptions describe_options;
  describe_options.catalogue = &session.program.catalogue();
  describe_options.values = describe_options.instructions = options.has("--all");
  std::printf("file %s, %s bytes\n%s", options.file(), grouped(session.loader.size()).c_str(),
              describe(view, describe_options).c_str());
  for (size_t i = 0; i < session.program.method_count(); ++i) {
    const char* name = session.program.method_name(i);
    Method method;
    Reason why;
    const bool loads = method.load(session.program, name, session.arena, why) == Error::Ok;
    std::printf(loads ? "method \"%s\" loads here\n" : "method \"%s\" does not load here: %s\n", name, why.text());
  }
  return Error::Ok;
}

}  // namespace

const Command kInspect = {"inspect", kHelp, kOptions, inspect};

}  // namespace gleed::cli
