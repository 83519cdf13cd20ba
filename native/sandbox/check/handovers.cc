// The parts of a handover that no program in a slot can bring about when it wants to: no descriptor left, and work in the
// kernel that is interrupted, or is not.
#include "handovers.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "demand.h"
#include "kernel/dying.h"
#include "kernel/old_groups.h"
#include "run/handover.h"

namespace sandglass {
namespace {

/** More processes than there are descriptors for. */
void killing() {
  if (const Fd self{sys::call(SYS_pidfd_open, getpid(), 0)}; !self.valid()) {
    std::printf("killing without descriptors is left out: pidfd_open is not here (an older valgrind)\n");
    std::fflush(stdout);
    return;
  }
  const pid_t killer = fork();
  if (killer == 0) {
    std::vector<int> all;
    for (int i = 0; i < 20; ++i) {
      const pid_t pid = fork();
      if (pid == 0) {
        const timespec enough{5, 0};
        nanosleep(&enough, nullptr);
        std::_Exit(0);
      }
      all.push_back(pid);
    }
    Fd next{open("/dev/null", O_RDONLY | O_CLOEXEC)};
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = static_cast<rlim_t>(next.get()) + 2;
    next.reset();
    demand(setrlimit(RLIMIT_NOFILE, &limit) == 0, "setrlimit");
    kill_all([&] { return all; });
    for (const int pid : all) {
      int status = 0;
      waitpid(pid, &status, 0);
      if (!WIFSIGNALED(status)) std::_Exit(1);
    }
    std::_Exit(0);
  }
  int status = 1;
  waitpid(killer, &status, 0);
  demand(status == 0, "one is alive that no descriptor was there for");
}

/** In a process of its own, which has no descriptor left then. @returns whether `holds` did */
bool holds_without_descriptors(const std::function<bool()>& holds) {
  const pid_t pid = fork();
  if (pid == 0) {
    Fd next{open("/dev/null", O_RDONLY | O_CLOEXEC)};
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = static_cast<rlim_t>(next.get());
    next.reset();
    demand(setrlimit(RLIMIT_NOFILE, &limit) == 0, "setrlimit");
    std::_Exit(holds() ? 0 : 1);
  }
  int status = 1;
  waitpid(pid, &status, 0);
  return status == 0;
}

/** How many sessions there are decides whether a run is left: not to know it is not the same as none. */
void counting() {
  const std::vector<std::string> self{std::to_string(getpid())};
  const auto processes = processes_in("/proc/");
  demand(processes && std::find(processes->begin(), processes->end(), self[0]) != processes->end(), "processes");
  demand(!processes_in("/nowhere/"), "processes in no folder");
  demand(count_sessions("/proc/", self).has_value(), "the own session");
  demand(count_sessions("/proc/", {"0"}) == 0, "the session of a process that has ended");
  demand(holds_without_descriptors([&] { return !processes_in("/proc/") && !count_sessions("/proc/", self); }),
         "what cannot be counted counts as nothing");
  const CgroupHost host = find_cgroups();
  if (host.mode == CgroupHost::Mode::none) return;
  const std::string name = owner_prefix() + "counting";
  const pid_t pid = fork();
  if (pid == 0) {
    const auto make = host.mode == CgroupHost::Mode::v1 ? make_cgroup_v1 : make_cgroup_v2;
    const auto group = make(host, name, "", "");
    const Handover handover{{}};
    const bool has_share = group->has_share();
    demand(handover.possible(*group) == has_share, "a run is left whose sessions cannot be counted");
    demand(!has_share || holds_without_descriptors([&] { return group->has_share(); }),
           "a group loses its share for want of descriptors");
    std::_Exit(0);
  }
  int status = 1;
  waitpid(pid, &status, 0);
  demand(status == 0, "counting");
  demand(end_cgroups(host, {name}, 1'000'000'000, [] { return CpuShare::small; }), "a group is left");
}

/** One that makes haste already is not interrupted by who waits for it. */
void hastening() {
  const pid_t pid = fork();
  if (pid == 0) {
    demand(setsid() > 0, "setsid");
    Handover handover{{}};
    handover.step_back();
    const auto is_disturbed = [&](CpuShare cpu_share) {
      bool pends = false;
      handover.do_interruptibly(cpu_share, [&] {
        kill(getpid(), SIGURG);
        sigset_t pending;
        sigpending(&pending);
        pends = sigismember(&pending, SIGURG) == 1;
        return true;
      });
      demand(handover.pause(), "haste is not heard of");
      return !pends;
    };
    demand(is_disturbed(CpuShare::idle), "work with an idle share does not hear of haste");
    demand(!is_disturbed(CpuShare::small) && !is_disturbed(CpuShare::ordinary),
           "haste interrupts those that make haste");
    std::_Exit(0);
  }
  int status = 1;
  waitpid(pid, &status, 0);
  demand(status == 0, "hastening");
}

/** Work in the kernel that somebody waits for. */
void interrupting() {
  const pid_t pid = fork();
  if (pid == 0) {
    // Its share of the core is the session's.
    demand(setsid() > 0, "setsid");
    Handover handover{{}};
    handover.step_back();
    demand(handover.do_interruptibly(CpuShare::idle, [] { return true; }) && !handover.pause(),
           "haste that nobody wants");
    const pid_t worker = getpid();
    const pid_t waiter = fork();
    while (waiter == 0) {
      const timespec pause{0, 10'000'000};
      nanosleep(&pause, nullptr);
      if (kill(worker, SIGURG) != 0 || getppid() != worker) std::_Exit(0);
    }
    const auto sleep = [] {
      const timespec long_time{30, 0};
      return nanosleep(&long_time, nullptr) == 0;
    };
    // The clock may be the first.
    while (true) {
      demand(!handover.do_interruptibly(CpuShare::idle, sleep), "work is not interrupted");
      if (handover.pause()) std::_Exit(0);
    }
  }
  int status = 1;
  waitpid(pid, &status, 0);
  demand(status == 0, "haste");
}

}  // namespace

void handovers() {
  killing();
  counting();
  hastening();
  interrupting();
}

}  // namespace sandglass
