// bench.cpp -- gleed bench: how long loading and running a method take.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "gleed/devtools/cli/command.h"
#include "gleed/devtools/cli/inputs.h"
#include "gleed/devtools/cli/print.h"
#include "gleed/devtools/cli/profile.h"
#include "gleed/devtools/cli/session.h"

namespace gleed::cli {

namespace {

constexpr char kHelp[] = R"(Times a method: loading, the first run, and then many runs on the same inputs. What it takes
to set the inputs is not counted.

usage: gleed bench FILE.pte [--method NAME] [--input VALUE]... [--seconds S | --runs N] [--profile]

  --method NAME  the method; without it "forward", or the only one
  --input VALUE  once for each input, as for gleed run; without any all inputs are ones
  --seconds S    goes on for so long; without it 2
  --runs N       exactly so many runs instead
  --profile      then as many runs again that time each instruction and operator

examples:
  gleed bench model.pte
  gleed bench model.pte --input random --seconds 10
  gleed bench model.pte --runs 100 --profile
)";

constexpr OptionDef kOptions[] = {
    {"--method", true}, {"--input", true}, {"--seconds", true}, {"--runs", true}, {"--profile", false}};

constexpr size_t kWarmUp = 3;  // the first of them is printed
constexpr size_t kMostRuns = 10'000'000;

struct Timer {
  Session& session;
  const Inputs& inputs;
  Reason& reason;

  Error run(double* ms) {
    GLEED_TRY(inputs.set(session.method, reason));
    const double start = now_ms();
    GLEED_TRY(session.method.execute(reason));
    *ms = now_ms() - start;
    return Error::Ok;
  }
};

Error print_memory(const Session& session, const char* name, Reason& reason) {
  pte::ExecutionPlan plan;
  GLEED_TRY(session.program.find_plan(name, reason, &plan));
  const auto sizes = plan.non_const_buffer_sizes();
  std::string text;
  for (uint32_t i = 1; i < sizes.size; ++i) {
    text += "arena " + std::to_string(i) + ": " + grouped(static_cast<uint64_t>(sizes[i])) + " bytes, ";
  }
  std::printf("memory     %s%s bytes taken in all\n", text.c_str(), grouped(session.arena.bytes_used()).c_str());
  return Error::Ok;
}

Error bench(const Options& options, Reason& reason) {
  double seconds = 0;
  size_t runs = 0;
  GLEED_TRY(options.positive("--seconds", 2.0, reason, &seconds));
  GLEED_TRY(options.positive("--runs", kMostRuns, reason, &runs));
  const bool by_count = options.has("--runs");
  if (by_count && options.has("--seconds"))
    return reason.fail(Error::BadArgument, {"--seconds and --runs exclude each other; give one of them"});
  if (runs > kMostRuns) return reason.fail(Error::BadArgument, {"--runs takes at most ", kMostRuns});

  Session session;
  GLEED_TRY(session.open(options.file(), reason));
  const char* name = session.choose(options.value("--method"));
  GLEED_TRY(session.load(name, {}, reason));
  Inputs inputs;
  GLEED_TRY(inputs.make(session.method, options.values("--input"), reason));
  Timer timer{session, inputs, reason};
  double first = 0, ignored = 0;
  GLEED_TRY(timer.run(&first));
  for (size_t i = 1; i < kWarmUp; ++i) GLEED_TRY(timer.run(&ignored));
  std::vector<double> ms;
  const double end = now_ms() + 1000 * seconds;
  while (ms.size() < runs && (by_count || ms.empty() || now_ms() < end)) {
    ms.push_back(0);
    GLEED_TRY(timer.run(&ms.back()));
  }
  std::sort(ms.begin(), ms.end());
  std::printf("load       %.4f ms: file %.4f, method %.4f\n", session.open_ms + session.load_ms, session.open_ms,
              session.load_ms);
  GLEED_TRY(print_memory(session, name, reason));
  std::printf("first run  %.4f ms\n", first);
  std::printf("%s runs: least %.4f ms, median %.4f ms, most %.4f ms\n", grouped(ms.size()).c_str(), ms.front(),
              ms[ms.size() / 2], ms.back());
  if (!options.has("--profile")) return Error::Ok;

  Session again;  // a profile begins with loading
  GLEED_TRY(again.open(options.file(), reason));
  Profile profile(again.program, name);
  GLEED_TRY(again.load(name, profile.hook(), reason));
  Timer profiled{again, inputs, reason};
  again.method.listen({});
  for (size_t i = 0; i < kWarmUp; ++i) GLEED_TRY(profiled.run(&ignored));
  again.method.listen(profile.hook());
  for (size_t i = 0; i < ms.size(); ++i) GLEED_TRY(profiled.run(&ignored));
  std::printf("\n%s", profile.text().c_str());
  return Error::Ok;
}

}  // namespace

const Command kBench = {"bench", kHelp, kOptions, bench};

}  // namespace gleed::cli
