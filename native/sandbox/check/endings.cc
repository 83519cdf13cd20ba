// The end of a run in which clone(CLONE_PARENT) was possible. The sandbox's filter refuses it (seccomp.cc), so no program
// in a slot can show that the end would hold without the filter: here the same end meets such children.
#include "endings.h"

#include <csignal>
#include <cstdlib>
#include <sched.h>
#include <sys/wait.h>

#include "demand.h"
#include "kernel/old_groups.h"
#include "run/ending.h"
#include "slot/cpu_view.h"

namespace sandglass {
namespace {

[[noreturn]] void sleep_for_ever() {
  while (true) pause();
}

/** Becomes a child of this process's parent. */
void leave_behind(long signal, bool alive) {
  const long pid = sys::call(SYS_clone, CLONE_PARENT | signal, nullptr, nullptr, nullptr, 0);
  demand(pid >= 0, "clone(CLONE_PARENT)");
  if (pid != 0) return;
  if (alive) sleep_for_ever();
  std::_Exit(0);
}

Fd start_init() {
  demand(unshare(CLONE_NEWPID) == 0, "unshare(CLONE_NEWPID)");
  const pid_t pid = fork();
  demand(pid >= 0, "fork of process 1");
  if (pid == 0) sleep_for_ever();
  return Fd{must("pidfd_open", sys::call(SYS_pidfd_open, pid, 0))};
}

void end_with_strays(const Cgroup& group) {
  Fd init = start_init();
  const pid_t program = fork();
  demand(program >= 0, "fork of the program");
  if (program == 0) {
    for (const bool alive : {false, true, false, true}) leave_behind(SIGCHLD, alive);
    // One whose end no ordinary wait sees.
    leave_behind(0, true);
    std::_Exit(0);
  }
  demand(waitpid(program, nullptr, 0) == program, "wait for the program");
  demand(sys::call(SYS_pidfd_send_signal, init.get(), SIGKILL, nullptr, 0) == 0, "kill of process 1");
  try {
    Ending ending{group};
    ending.await_init(init);
    ending.await_empty();
  } catch (const Failure& failure) {
    errno = failure.error;
    demand(false, failure.step);
  }
  demand(!init.valid(), "process 1 has not been reaped");
  reap_strays();
  demand(sys::call(SYS_waitid, P_ALL, 0, nullptr, WEXITED | WNOHANG | __WALL, nullptr) == -ECHILD, "a child is left");
}

}  // namespace

void endings() {
  const CgroupHost host = find_cgroups();
  // valgrind 3.19 does not know pidfd_open.
  const long works = sys::call(SYS_pidfd_open, getpid(), 0);
  if (works < 0 || host.mode == CgroupHost::Mode::none) return;
  sys::call(SYS_close, works);
  const pid_t pid = fork();
  if (pid == 0) {
    const std::string name = owner_prefix() + "endings";
    const auto make = host.mode == CgroupHost::Mode::v1 ? make_cgroup_v1 : make_cgroup_v2;
    const auto group = make(host, name, cpu_list(usable_cpus()), "");
    end_with_strays(*group);
    if (!host.cpuset.empty()) spit(host.cpuset + "/cgroup.procs", std::to_string(getpid()));
    demand(end_cgroups(host, {name}, 1'000'000'000, [] { return CpuShare::small; }), "a group is left");
    std::_Exit(0);
  }
  int status = 1;
  waitpid(pid, &status, 0);
  if (status != 0) std::exit(1);
}

}  // namespace sandglass
