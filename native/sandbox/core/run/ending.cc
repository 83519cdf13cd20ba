#include "run/ending.h"

#include <algorithm>
#include <poll.h>
#include <sys/wait.h>

namespace sandglass {
namespace {

/** The first waits are short: mostly the namespace is gone by then. */
constexpr long shortest_wait_ns = 500'000, longest_wait_ns = 8'000'000;

}  // namespace

void reap_strays() {
  siginfo_t info{};
  while (true) {
    info.si_pid = 0;
    const long result = sys::call(SYS_waitid, P_ALL, 0, &info, WEXITED | WNOHANG | __WALL, nullptr);
    if (result == -EINTR) continue;
    if (result < 0 || info.si_pid == 0) return;
  }
}

void Ending::check_patience(const char* step) {
  const u64 population = cgroup_.population(), memory = cgroup_.memory_bytes(), cpu = cgroup_.cpu_ns();
  const u64 now = monotonic_ns();
  if (begun_ns_ == 0) begun_ns_ = now;
  // The killed run nothing of their own any more: their CPU time is the kernel's, that takes their memory apart.
  if (population < population_ || memory < memory_ || cpu > cpu_) moved_ns_ = now;
  population_ = population;
  memory_ = memory;
  cpu_ = cpu;
  if (now - begun_ns_ >= patience_ns || now - moved_ns_ >= standstill_ns) throw Failure{step, ETIMEDOUT};
}

bool Ending::await_init(Fd& init) {
  long wait = shortest_wait_ns;
  while (init.valid()) {
    // Process 1 cannot die before the last process of its namespace has been reaped, and some may be our children.
    reap_strays();
    pollfd end{init.get(), POLLIN, 0};
    const timespec limit{0, wait};
    const long n = sys::call(SYS_ppoll, &end, 1, &limit, nullptr, 0);
    if (n > 0) {
      siginfo_t info{};
      while (sys::call(SYS_waitid, P_PIDFD, init.get(), &info, WEXITED, nullptr) == -EINTR) {
      }
      init.reset();
      return true;
    }
    if (n < 0 && n != -EINTR) must("end of PID namespace", n);
    if (overdue()) return false;
    check_patience("end of PID namespace");
    wait = std::min(wait * 2, longest_wait_ns);
  }
  return true;
}

bool Ending::await_empty() {
  long wait = shortest_wait_ns;
  while (!cgroup_.empty()) {
    reap_strays();
    if (overdue()) return false;
    check_patience("empty control group");
    const timespec pause{0, wait};
    sys::call(SYS_nanosleep, &pause, nullptr);
    wait = std::min(wait * 2, longest_wait_ns);
  }
  return true;
}

}  // namespace sandglass
