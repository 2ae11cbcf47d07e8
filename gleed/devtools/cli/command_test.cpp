// command_test.cpp -- the command line as a whole: its status, what goes to stdout, and the one line on stderr that
// says what is wrong.
#include "gleed/devtools/cli/command.h"

#include <fcntl.h>

#include <algorithm>

#include "gleed/devtools/cli/npy.h"
#include "gleed/platform/posix/test_files.h"
#include "gleed/runtime/test_programs.h"

namespace gleed::cli {
namespace {

// One of the process's streams goes to a file as long as this lives.
class Redirected {
 public:
  Redirected(FILE* stream, const std::string& path) : stream_(stream) {
    std::fflush(stream_);
    before_ = dup(fileno(stream_));
    const int to = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    REQUIRE(dup2(to, fileno(stream_)) >= 0);
    close(to);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;
  ~Redirected() {
    std::fflush(stream_);
    std::clearerr(stream_);
    dup2(before_, fileno(stream_));
    close(before_);
  }

 private:
  FILE* stream_;
  int before_;
};

// A folder with the program y = -x for x of two elements, and commands that are run beside it.
struct Shell {
  TestFolder folder;
  std::string model, out, err;

  Shell() {
    const TestFile file = neg_sketch({2}).file();
    model = folder.write("model.pte", std::vector<uint8_t>(file.bytes().begin(), file.bytes().end()));
  }
  int run(const std::vector<std::string>& words) {
    int status = 0;
    {
      const Redirected first(stdout, folder / "out"), second(stderr, folder / "err");
      status = run_command_line({words.data(), words.size()});
    }
    out = folder.read("out");
    err = folder.read("err");
    return status;
  }
  // The line on stderr, for words that cannot be obeyed.
  std::string refused(const std::vector<std::string>& words) {
    CHECK(run(words) == 1);
    CHECK(std::count(err.begin(), err.end(), '\n') == 1);
    return err.substr(0, err.size() - 1);
  }
};

TEST_CASE("words that no command understands") {
  Shell shell;
  CHECK(shell.run({}) == 1);
  CHECK(shell.err.find("usage: gleed COMMAND FILE.pte [options]") != std::string::npos);
  CHECK(shell.run({"--help"}) == 0);
  CHECK(shell.out.find("usage: gleed COMMAND FILE.pte [options]") != std::string::npos);
  CHECK(shell.err.empty());
  CHECK(shell.refused({"fly"}) == "gleed: there is no command \"fly\"; there are run, inspect, bench and lower");
  CHECK(shell.refused({"run", "--fly", shell.model}) ==
        "gleed run: there is no option \"--fly\"; see gleed run --help");
  CHECK(shell.refused({"lower", "model.py:make"}) ==
        "gleed lower: needs PyTorch; use the gleed command of the Python package");
  CHECK(shell.run({"bench", "--help"}) == 0);
  CHECK(shell.out == kBench.help);
}

TEST_CASE("run prints the outputs, and writes them where it is told to") {
  Shell shell;
  const std::string folder = shell.folder / "a/b";
  CHECK(shell.run({"run", shell.model, "--output", folder}) == 0);
  CHECK(shell.out.find("output 0: ") == 0);
  OwnTensor saved;
  Reason reason;
  REQUIRE(read_npy((folder + "/output_0.npy").c_str(), &saved, reason) == Error::Ok);
  CHECK(saved.tensor().ptr<float>()[1] == -1);
  CHECK(shell.refused({"run", shell.model, "--output", shell.model + "/results"}) ==
        "gleed run: cannot make the folder \"" + shell.model + "/results\": Not a directory");
  CHECK(shell.refused({"run", shell.folder / "missing.pte"}) ==
        "gleed run: cannot open \"" + shell.folder.path() + "/missing.pte\": No such file or directory");
  CHECK(shell.refused({"run", shell.model, "--method", "backward"}) ==
        "gleed run: no method \"backward\"; the program has \"forward\"");
}

TEST_CASE("bench takes a time or a number of runs") {
  Shell shell;
  CHECK(shell.run({"bench", shell.model, "--runs", "5", "--profile"}) == 0);
  CHECK(shell.out.find("\n5 runs: least ") != std::string::npos);
  CHECK(shell.refused({"bench", shell.model, "--runs", "5", "--seconds", "1"}) ==
        "gleed bench: --seconds and --runs exclude each other; give one of them");
  CHECK(shell.refused({"bench", shell.model, "--runs", "99999999"}) == "gleed bench: --runs takes at most 10000000");
}

TEST_CASE("output that cannot be written is an error") {
  Shell shell;
  int status = 0;
  {
    const Redirected second(stderr, shell.folder / "err");
    const Redirected first(stdout, shell.folder / "out");
    const Limited bytes(RLIMIT_FSIZE, 60);  // enough for the line on stderr
    const std::string words[] = {"inspect", shell.model};
    status = run_command_line(words);
  }
  CHECK(status == 1);
  CHECK(shell.folder.read("err") == "gleed: cannot write the output: File too large\n");
}

}  // namespace
}  // namespace gleed::cli
