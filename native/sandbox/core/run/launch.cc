#include "run/launch.h"

#include <climits>
#include <csignal>
#include <linux/sched.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "slot/slot_world.h"
#include "wire/wire.h"

#ifdef SANDGLASS_SANITIZED
#include <sanitizer/asan_interface.h>
#endif

namespace sandglass {
namespace {

/** What the child leaves behind for the supervisor, whose memory it shares until execve. */
struct Shared {
  const char* failed_step = nullptr;
  long failed_with = 0;
  u64 start_ns = 0;
  char cpu_text[512];
  /** What schedstat yields; empty where the kernel does not report it. */
  char schedule_text[128];
};

struct Child {
  const LaunchPlan& plan;
  Cgroup& cgroup;
  bool born_inside;
  Shared& shared;
  /** Its own schedstat, opened while it may; negative: there is none. */
  long schedule_fd = -1;
};

[[noreturn]] void give_up(Child& child, const char* step, long result) {
  child.shared.failed_step = step;
  child.shared.failed_with = result;
  while (true) sys::call(SYS_exit_group, 127);
}

void check(Child& child, const char* step, long result) {
  if (result < 0) give_up(child, step, result);
}

void limit(Child& child, const char* step, int resource, u64 value) {
  const struct { u64 soft, hard; } both = {value, value};
  check(child, step, sys::call(SYS_prlimit64, 0, resource, &both, nullptr));
}

/** How long this thread has waited for a core is counted from its birth: it is read at the barrier, too. */
void open_schedule(Child& child) {
  child.schedule_fd = sys::call(SYS_openat, AT_FDCWD, "/proc/.pids/self/schedstat", O_RDONLY | O_CLOEXEC);
}

/** The limits that differ from run to run; the fixed ones are inherited from the supervisor (slot_world.cc). */
void set_limits(Child& child) {
  const RunLimits& limits = child.plan.limits;
  limit(child, "RLIMIT_STACK", RLIMIT_STACK, limits.stack_bytes);
  limit(child, "RLIMIT_FSIZE", RLIMIT_FSIZE, limits.file_bytes);
  limit(child, "RLIMIT_NOFILE", RLIMIT_NOFILE, limits.open_files);
}

/** The supervisor is exempt from the OOM killer; its child must not be. */
void allow_oom_kill(Child& child) {
  const long fd = sys::call(SYS_openat, AT_FDCWD, "/proc/.pids/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  check(child, "open oom_score_adj", fd);
  check(child, "oom_score_adj", sys::call(SYS_write, fd, "500", 3));
  sys::call(SYS_close, fd);
}

void arrange_descriptors(Child& child) {
  check(child, "stdin", sys::call(SYS_dup3, child.plan.in, 0, 0));
  check(child, "stdout", sys::call(SYS_dup3, child.plan.out, 1, 0));
  check(child, "stderr", sys::call(SYS_dup3, child.plan.err, 2, 0));
  check(child, "clock descriptor", sys::call(SYS_dup3, child.cgroup.cpu_fd(), barrier_fd, O_CLOEXEC));
  check(child, "close_range", sys::call(SYS_close_range, barrier_fd + 1, UINT_MAX, 0));
}

void drop_privileges(Child& child) {
  const u32 id = child.plan.uid;
  check(child, "setgroups", sys::call(SYS_setgroups, 0, nullptr));
  check(child, "setresgid", sys::call(SYS_setresgid, id, id, id));
  check(child, "setresuid", sys::call(SYS_setresuid, id, id, id));
}

/** With a search path there are several candidates: the choice is made before the clocks start. */
const char* choose_program(Child& child) {
  const auto& programs = child.plan.programs;
  if (programs.size() == 1) return programs[0];
  for (const char* path : programs) {
    if (sys::call(SYS_faccessat, AT_FDCWD, path, X_OK) == 0) return path;
  }
  give_up(child, "execve", -ENOENT);
}

void wait_injected_delay(Child& child) {
  const u64 us = child.plan.setup_delay_us;
  if (us == 0) return;
  const timespec pause{static_cast<time_t>(us / 1'000'000), static_cast<long>(us % 1'000'000) * 1000};
  sys::call(SYS_nanosleep, &pause, nullptr);
}

void read_schedule(Child& child) {
  if (child.schedule_fd < 0) return;
  char* text = child.shared.schedule_text;
  const long n = sys::call(SYS_pread64, child.schedule_fd, text, sizeof child.shared.schedule_text - 1, 0);
  text[n > 0 ? n : 0] = '\0';
}

/** The barrier. Asking for this thread's CPU time makes the kernel book it before the group's clock is read. */
void read_clocks(Child& child) {
  timespec unused{};
  sys::call(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &unused);
  const long n = sys::call(SYS_pread64, barrier_fd, child.shared.cpu_text, sizeof child.shared.cpu_text - 1, 0);
  check(child, "read CPU clock", n);
  child.shared.cpu_text[n] = '\0';
  child.shared.start_ns = monotonic_ns();
}

/** Runs in the child on the supervisor's memory: raw system calls only, no allocation. */
[[noreturn]] void child_main(Child& child) {
  const LaunchPlan& plan = child.plan;
  if (!child.born_inside) check(child, "cgroup tasks", child.cgroup.enter());
  allow_oom_kill(child);
  check(child, "setsid", sys::call(SYS_setsid));
  sys::call(SYS_prctl, PR_SET_TIMERSLACK, 50'000, 0, 0, 0);
  arrange_descriptors(child);
  open_schedule(child);
  set_limits(child);
  if (plan.nice != 0) check(child, "setpriority", sys::call(SYS_setpriority, PRIO_PROCESS, 0, plan.nice));
  drop_privileges(child);
  check(child, "chdir", sys::call(SYS_chdir, plan.cwd));
  const char* program = choose_program(child);
  wait_injected_delay(child);
  read_schedule(child);
  read_clocks(child);
  const long result = sys::call(SYS_execve, program, plan.argv.data(), plan.envp.data());
  give_up(child, "execve", result);
}

/** vfork with a PID descriptor, optionally born inside a v2 group. Returns twice, like vfork. */
__attribute__((always_inline)) inline long vfork_into(int birth_fd, int* pidfd) {
  if (birth_fd >= 0) {
    clone_args arguments{};
    arguments.flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | CLONE_INTO_CGROUP;
    arguments.pidfd = reinterpret_cast<u64>(pidfd);
    arguments.exit_signal = SIGCHLD;
    arguments.cgroup = static_cast<u64>(birth_fd);
    return sys::call6(SYS_clone3, reinterpret_cast<long>(&arguments), sizeof arguments, 0,
                      static_cast<long>(filter_key), 0, 0);
  }
  return sys::call6(SYS_clone, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, 0, reinterpret_cast<long>(pidfd), 0, 0,
                    0);
}

/** Under a sanitizer the child has marked, for good, the part of the common stack that it used. */
void forget_marks_of_child() {
#ifdef SANDGLASS_SANITIZED
  constexpr std::size_t deepest = 64 * 1024;
  char here;
  __asan_unpoison_memory_region(&here - deepest, deepest);
#endif
}

void reap(int pidfd) {
  siginfo_t info{};
  while (sys::call(SYS_waitid, P_PIDFD, pidfd, &info, WEXITED, nullptr) == -EINTR) {
  }
}

}  // namespace

__attribute__((noinline)) Launched launch(const LaunchPlan& plan, Cgroup& cgroup, int init_pidfd) {
  must("setns pid", sys::call(SYS_setns, init_pidfd, CLONE_NEWPID, 0, filter_key));
  Launched launched;
  cgroup.split_ns(launched.user_base_ns, launched.system_base_ns);
  Shared shared;
  shared.schedule_text[0] = '\0';
  const int birth_fd = cgroup.birth_fd();
  Child child{plan, cgroup, birth_fd >= 0, shared};
  int pidfd = -1;
  const long pid = vfork_into(birth_fd, &pidfd);
  if (pid == 0) child_main(child);
  forget_marks_of_child();
  must("clone program", pid);
  launched.pidfd = Fd{pidfd};
  launched.pid = static_cast<int>(pid);
  // Written by the child behind the compiler's back.
  __asm__ volatile("" : "+m"(shared) : : "memory");
  if (shared.failed_step != nullptr) {
    reap(pidfd);
    throw Failure{shared.failed_step, static_cast<int>(-shared.failed_with)};
  }
  if (shared.start_ns == 0) {
    // Killed from outside before the barrier: there is no instant to measure from.
    reap(pidfd);
    throw Failure{"start", ECHILD};
  }
  launched.start_ns = shared.start_ns;
  launched.cpu_base_ns = cgroup.parse_cpu_ns(shared.cpu_text);
  if (const char* second = std::strchr(shared.schedule_text, ' ')) launched.run_delay_base_ns = parse_u64(second + 1);
  return launched;
}

}  // namespace sandglass
