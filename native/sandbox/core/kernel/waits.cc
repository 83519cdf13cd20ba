#include "kernel/waits.h"

#include <algorithm>
#include <dirent.h>

namespace sandglass {
namespace {

constexpr u64 first_step_ns = 2'000'000;
constexpr u64 longest_idle_step_ns = 20'000'000;
constexpr u64 longest_busy_step_ns = 100'000'000;
constexpr int most_threads = 64;
/** The dead, too, cost a look. */
constexpr int most_visited = 128;
/** Looks take at most one part in so many of the time. */
constexpr u64 part = 20;

/** What the threads of a run do at one instant. */
struct Snapshot {
  int runnable = 0, uninterruptible = 0, asleep = 0;
  u64 run_delay_ns = 0;
  bool delay_known = false;
  /** Distinguishes this set of threads from others. */
  u64 crowd = 0;
  /** Threads and processes looked at, dead or alive. */
  int visited = 0;
  [[nodiscard]] int threads() const { return runnable + uninterruptible + asleep; }
};

Fd open_below(int folder, const char* name, int flags) {
  return Fd{sys::call(SYS_openat, folder, name, flags | O_RDONLY | O_CLOEXEC)};
}

/** Calls `visit` with each numeric entry of a folder of /proc until it returns false. */
template <typename Visit>
void each_number(int folder, Visit&& visit) {
  alignas(8) char buffer[2048];
  while (true) {
    const long n = sys::call(SYS_getdents64, folder, buffer, sizeof buffer);
    if (n <= 0) return;
    for (long at = 0; at < n;) {
      const auto* entry = reinterpret_cast<const struct dirent64*>(buffer + at);
      at += entry->d_reclen;
      if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && !visit(entry->d_name)) return;
    }
  }
}

/**
 * A parent in vfork waits for its child alone, in a place of its own; what the child does is seen at the child. Other
 * waits of a fork (for a lock of the control groups) are in functions further down.
 */
bool waits_for_vfork_child(int folder) {
  char where[64];
  const Fd channel = open_below(folder, "wchan", 0);
  if (!channel.valid() || read_at_start(channel.get(), where, sizeof where) <= 0) return false;
  for (const char* name : {"kernel_clone", "wait_for_vfork_done", "_do_fork"}) {
    if (std::strcmp(where, name) == 0) return true;
  }
  return false;
}

void add_thread(int folder, u64 number, Snapshot& all) {
  char text[512];
  const Fd stat = open_below(folder, "stat", 0);
  if (!stat.valid() || read_at_start(stat.get(), text, sizeof text) <= 0) return;
  const char* bracket = std::strrchr(text, ')');
  if (bracket == nullptr || bracket[1] == '\0') return;
  switch (bracket[2]) {
    case 'R': ++all.runnable; break;
    case 'D': ++(waits_for_vfork_child(folder) ? all.asleep : all.uninterruptible); break;
    case 'S':
    case 'T':
    case 't': ++all.asleep; break;
    default: return;  // dead, or being born
  }
  all.crowd += (number + 1) * 0x9e37'79b9'7f4a'7c15;
  const Fd schedule = open_below(folder, "schedstat", 0);
  if (!schedule.valid() || read_at_start(schedule.get(), text, sizeof text) <= 0) return;
  if (const char* second = std::strchr(text, ' ')) {
    all.run_delay_ns += parse_u64(second + 1);
    all.delay_known = true;
  }
}

Snapshot look_at_threads() {
  Snapshot all;
  int& visited = all.visited;
  const Fd processes = open_below(AT_FDCWD, "/proc/.pids/", O_DIRECTORY);
  if (!processes.valid()) return all;
  each_number(processes.get(), [&](const char* pid) {
    if (std::strcmp(pid, "1") == 0) return true;
    const Fd process = open_below(processes.get(), pid, O_DIRECTORY);
    const Fd threads = open_below(process.get(), "task", O_DIRECTORY);
    if (!threads.valid()) return ++visited < most_visited;
    each_number(threads.get(), [&](const char* tid) {
      const Fd thread = open_below(threads.get(), tid, O_DIRECTORY);
      if (thread.valid()) add_thread(thread.get(), parse_u64(tid), all);
      return ++visited < most_visited && all.threads() < most_threads;
    });
    return visited < most_visited && all.threads() < most_threads;
  });
  return all;
}

/** Calls that programs wait in; others are named by number. */
std::string call_name(u64 number) {
  // clang-format off
  static constexpr std::pair<long, const char*> names[] = {
      {SYS_read, "read"}, {SYS_write, "write"}, {SYS_readv, "readv"}, {SYS_writev, "writev"}, {SYS_pread64, "pread64"},
      {SYS_futex, "futex"}, {SYS_nanosleep, "nanosleep"}, {SYS_clock_nanosleep, "clock_nanosleep"},
      {SYS_ppoll, "ppoll"}, {SYS_pselect6, "pselect6"}, {SYS_epoll_pwait, "epoll_pwait"}, {SYS_wait4, "wait4"},
      {SYS_waitid, "waitid"}, {SYS_rt_sigsuspend, "rt_sigsuspend"}, {SYS_rt_sigtimedwait, "rt_sigtimedwait"},
      {SYS_recvfrom, "recvfrom"}, {SYS_recvmsg, "recvmsg"}, {SYS_accept, "accept"}, {SYS_accept4, "accept4"},
      {SYS_connect, "connect"}, {SYS_msgrcv, "msgrcv"}, {SYS_msgsnd, "msgsnd"}, {SYS_semop, "semop"},
      {SYS_semtimedop, "semtimedop"}, {SYS_flock, "flock"}, {SYS_fcntl, "fcntl"}, {SYS_openat, "openat"},
      {SYS_clone, "clone"}, {SYS_clone3, "clone3"}, {SYS_execve, "execve"}, {SYS_splice, "splice"}, {SYS_tee, "tee"},
      {SYS_vmsplice, "vmsplice"}, {SYS_fsync, "fsync"}, {SYS_fdatasync, "fdatasync"}, {SYS_sched_yield, "sched_yield"},
      {SYS_exit_group, "exit_group"},
#if defined(__x86_64__)
      {SYS_open, "open"}, {SYS_poll, "poll"}, {SYS_select, "select"}, {SYS_epoll_wait, "epoll_wait"},
      {SYS_pause, "pause"}, {SYS_vfork, "vfork"}, {SYS_fork, "fork"},
#endif
  };
  // clang-format on
  for (const auto& [n, name] : names) {
    if (static_cast<u64>(n) == number) return name;
  }
  return "system call " + std::to_string(number);
}

/** "read (pipe_read)", as far as the kernel reports it. */
std::string waiting_place() {
  char call[256], where[128];
  const Fd calls = open_below(AT_FDCWD, "/proc/.pids/2/syscall", 0);
  const Fd channel = open_below(AT_FDCWD, "/proc/.pids/2/wchan", 0);
  std::string place;
  if (calls.valid() && read_at_start(calls.get(), call, sizeof call) > 0 && call[0] >= '0' && call[0] <= '9') {
    place = call_name(parse_u64(call));
  }
  if (channel.valid() && read_at_start(channel.get(), where, sizeof where) > 0 && where[0] != '0') {
    place += place.empty() ? where : " (" + std::string{where} + ")";
  }
  return place;
}

}  // namespace

void WaitBook::open(u64 start_ns, u64 run_delay_ns) {
  *this = WaitBook{};
  last_ns_ = start_ns;
  last_delay_ = run_delay_ns;
  step_ = first_step_ns;
  next_ = start_ns + step_;
}

void WaitBook::look(u64 now_ns, u64 used_ns) {
  if (now_ns < next_) return;
  book(now_ns, used_ns, false);
  const u64 done_ns = monotonic_ns();
  next_ = std::max(now_ns + step_, done_ns + (done_ns - std::min(done_ns, now_ns)) * part);
}

void WaitBook::last_look(u64 now_ns, u64 used_ns) {
  book(now_ns, used_ns, true);
  killed_ = true;
  place_ = waiting_place();
}

void WaitBook::book(u64 now_ns, u64 used_ns, bool look_anyway) {
  const u64 wall = now_ns - last_ns_, used = used_ns > last_used_ ? used_ns - last_used_ : 0;
  const u64 gap = wall > used ? wall - used : 0;
  last_ns_ = now_ns;
  last_used_ = used_ns;
  if (gap * 10 < wall && !look_anyway) {
    step_ = std::min(step_ * 2, longest_busy_step_ns);
    return;
  }
  step_ = std::min(step_ * 2, longest_idle_step_ns);
  const Snapshot now = look_at_threads();
  several_ = several_ || now.visited > 1;
  if (now.threads() == 0) return;
  u64 rest = gap;
  if (now.delay_known) {
    // A thread that has ended takes its sum along: then this is less than the truth.
    const u64 core = std::min(rest, now.run_delay_ns > last_delay_ ? now.run_delay_ns - last_delay_ : 0);
    last_delay_ = now.run_delay_ns;
    core_ += core;
    rest -= core;
  }
  seen_ = true;
  asleep_ = now.runnable == 0 && now.uninterruptible == 0;
  const bool changed = now.crowd != crowd_;
  crowd_ = now.crowd;
  if (changed && now.delay_known) {
    sample(now.uninterruptible > 0, wall, rest);
    return;
  }
  if (now.uninterruptible > 0) {
    uninterruptible_ += rest;
  } else if (asleep_) {
    sleep_ += rest;
  } else if (!now.delay_known) {
    core_ += rest;
  }
  // Seen running, and the wait for a core is exact: what is left was slept between two looks, and is booked at the end.
}

/**
 * Threads came and went, as under a shell: their own sums are not to be had. How often the run is found asleep shows
 * how much of the wall time it slept; what is left of the gap then, it was ready and without a core.
 */
void WaitBook::sample(bool uninterruptible, u64 wall_ns, u64 rest_ns) {
  sampled_gap_ += rest_ns;
  if (uninterruptible) {
    sampled_uninterruptible_ += wall_ns;
  } else if (asleep_) {
    sampled_sleep_ += wall_ns;
  }
}

Waits WaitBook::close(u64 wall_us, u64 cpu_us, i64 run_delay_us) const {
  Waits waits;
  const u64 gap = wall_us > cpu_us ? wall_us - cpu_us : 0;
  const u64 slept = std::min(sampled_gap_, sampled_sleep_);
  const u64 stuck = std::min(sampled_gap_ - slept, sampled_uninterruptible_);
  u64 core = (core_ + sampled_gap_ - slept - stuck) / 1000;
  u64 sleep = (sleep_ + slept) / 1000, uninterruptible = (uninterruptible_ + stuck) / 1000;
  if (run_delay_us >= 0) core = std::max(core, static_cast<u64>(run_delay_us));
  core = std::min(core, gap);
  if (run_delay_us >= 0 || seen_) waits.core_us = static_cast<i64>(core);
  if (!seen_) return waits;
  const u64 rest = gap - core, booked = sleep + uninterruptible;
  // Looks and the end do not fall together: the rest is divided as it was seen; one never seen asleep slept by itself.
  uninterruptible = booked > 0 ? static_cast<u64>(static_cast<double>(rest) * static_cast<double>(uninterruptible) /
                                                  static_cast<double>(booked))
                               : 0;
  sleep = rest - std::min(rest, uninterruptible);
  waits.sleep_us = static_cast<i64>(sleep);
  waits.uninterruptible_us = static_cast<i64>(rest - sleep);
  waits.idle = killed_ && asleep_ && sleep * 4 >= gap * 3;
  waits.last = place_;
  return waits;
}

}  // namespace sandglass
