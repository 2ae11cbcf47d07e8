// test_system_calls.cpp -- count_system_calls: a child under a seccomp filter.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <new>

#include "gleed/runtime/test_watch.h"

namespace gleed {

namespace {

struct Report {  // in memory that parent and child share
  volatile bool watched, ended;
  volatile uint32_t count;
  volatile int first;
};
Report* report = nullptr;

// The call was not made; what it returns is unspecified.
void on_system_call(int, siginfo_t* info, void*) {
  if (report->count == 0) report->first = info->si_syscall;
  report->count = report->count + 1;
}

// From here on each call but two raises SIGSYS: the handler's return, and the end of the process.
bool watch() {
  // What crashes dies at once: the handlers of the test's framework could not end the process without system calls.
  for (const int crash : {SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGTRAP}) std::signal(crash, SIG_DFL);
  struct sigaction action = {};
  action.sa_sigaction = on_system_call;
  action.sa_flags = SA_SIGINFO;
  if (sigaction(SIGSYS, &action, nullptr) != 0) return false;
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigreturn, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {sizeof code / sizeof *code, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace

SystemCalls count_system_calls(const std::function<void()>& before, const std::function<void()>& work) {
  void* shared = mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return {};
  report = new (shared) Report{false, false, 0, -1};
  const pid_t child = fork();
  if (child == 0) {
    alarm(120);  // should a refused call be tried again without end
    before();
    if (watch()) {
      report->watched = true;
      work();
      report->ended = true;
    }
    syscall(SYS_exit_group, 0);
  }
  SystemCalls result;
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child) {
    result = {report->watched, report->ended, report->count, report->first};
  }
  munmap(shared, sizeof(Report));
  report = nullptr;
  return result;
}

}  // namespace gleed
