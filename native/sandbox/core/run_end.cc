// Run: from the death of process 2 to the counters and the outcome.
#include "run.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace sandglass {
/** Run-queue delay since the barrier and block-I/O delay of the main thread, readable until it is reaped. */
void Run::read_schedule(RunResult& result) const {
  char text[1024];
  const Fd schedule{sys::call(SYS_openat, AT_FDCWD, "/proc/.pids/2/schedstat", O_RDONLY | O_CLOEXEC)};
  if (schedule.valid() && read_at_start(schedule.get(), text, sizeof text) > 0) {
    if (const char* second = std::strchr(text, ' ')) {
      const u64 waited_ns = parse_u64(second + 1);
      result.run_queue_us = static_cast<i64>((waited_ns - std::min(waited_ns, launched_.run_delay_base_ns)) / 1000);
    }
  }
  if (!shop_.delay_accounting) return;
  const Fd stat{sys::call(SYS_openat, AT_FDCWD, "/proc/.pids/2/stat", O_RDONLY | O_CLOEXEC)};
  if (!stat.valid() || read_at_start(stat.get(), text, sizeof text) <= 0) return;
  const char* p = std::strrchr(text, ')');
  // Field 42, delayacct_blkio_ticks; the closing bracket ends field 2.
  for (int field = 2; p != nullptr && field < 42; ++field) p = std::strchr(p + 1, ' ');
  if (p != nullptr) result.block_io_us = static_cast<i64>(parse_u64(p + 1) * 10'000);
}

/**
 * Reaps process 2. With it the kernel forgets its folder in /proc, and waits *actively* for whoever is just forgetting
 * a part of it: a thread of the run that is about to be gone and has lost the core to us. Going first we would keep it
 * from ever finishing (until the kernel throttles real-time processes, after 0.95 s). Such parts exist only where
 * somebody has looked: we at the states of threads, the caretaker into the memory of one that asked.
 */
void Run::reap(int init, RunResult& result) {
  const bool has_parts = waits_.has_seen_several() || __atomic_load_n(&shop_.world.facts->asked, __ATOMIC_RELAXED) != 0;
  // Ordinary turns are shared with what the run has left behind: let it be dying by then.
  if (has_parts && !killed_ && shop_.world.cgroup->population() > 1) signal_pidfd(init, SIGKILL);
  // Mostly they need but a moment: a short pause costs less than waiting actively until the scheduler takes the core away.
  const timespec moment{0, 100'000};
  if (has_parts) sys::call(SYS_nanosleep, &moment, nullptr);
  const bool went_first = has_parts && shop_.world.precedence.give_way();
  siginfo_t info{};
  struct rusage usage{};
  while (sys::call(SYS_waitid, P_PIDFD, launched_.pidfd.get(), &info, WEXITED, &usage) == -EINTR) {
  }
  shop_.world.precedence.resume(went_first);
  reaped_ = true;
  if (info.si_code == CLD_EXITED) {
    result.exit_code = info.si_status;
  } else {
    result.signal = info.si_status;
  }
  result.major_faults = static_cast<u64>(usage.ru_majflt);
  result.minor_faults = static_cast<u64>(usage.ru_minflt);
  result.voluntary = static_cast<u64>(usage.ru_nvcsw);
  result.involuntary = static_cast<u64>(usage.ru_nivcsw);
}

void Run::end_everything(Fd& init, RunResult& result) {
  read_schedule(result);
  reap(init.get(), result);
  if (killed_ || !shop_.world.cgroup->empty()) {
    // Somebody was left behind (or the namespace is already dying): nobody may live when the answer goes out.
    signal_pidfd(init.get(), SIGKILL);
    ending_.await_init(init);
    ending_.await_empty();
  }
}

/**
 * The kernel charges memory in batches of 64 pages per CPU and keeps the rest of a batch for later: a small program can
 * live on what the run before left, and the peak does not move. Inside that reserve its page faults are the better witness.
 */
void Run::estimate_small_memory(RunResult& result) const {
  const u64 reserve = 64ULL * 4096 * shop_.world.cpus.size();
  const u64 touched = std::min<u64>(result.minor_faults * 4096, reserve);
  result.usage.memory_peak = std::max(result.usage.memory_peak, touched);
}

/** The outcome: what we killed for, or what is found beyond a limit when the program ended by itself. */
void Run::settle(RunResult& result) {
  Cgroup& cgroup = *shop_.world.cgroup;
  result.usage = cgroup.finish();
  const auto difference = [](u64 now, u64 base) { return now > base ? (now - base) / 1000 : 0; };
  result.cpu_us = difference(result.usage.cpu_ns, launched_.cpu_base_ns);
  // The set-up between the two readings of the split was the kernel's: the user part is exact, the rest is system.
  result.user_us = std::min(result.cpu_us, difference(result.usage.user_ns, launched_.user_base_ns));
  result.system_us = result.cpu_us - result.user_us;
  result.wall_us = (end_ns_ - launched_.start_ns) / 1000;
  result.setup_us = (launched_.start_ns - arrived_ns_) / 1000;
  result.started_at_us = launched_.start_ns / 1000;
  // A program that ignores SIGXFSZ only sees a failed write; the file at its limit tells.
  result.file_size_limit = (result.signal == SIGXFSZ && request_.limits.file_bytes != ~0ULL) ||
                           (request_.limits.file_bytes != ~0ULL && shop_.box.has_file_of(request_.limits.file_bytes));
  estimate_small_memory(result);
  result.near_memory_limit = result.usage.memory_peak >= request_.limits.memory_bytes / 10 * 9;
  // Between that reading and the clocks it may have had to wait once more: that was before the program.
  result.run_queue_us = std::min(result.run_queue_us, static_cast<i64>(result.wall_us));
  result.waits = waits_.close(result.wall_us, result.cpu_us, result.run_queue_us);
  if (killed_ && kill_reason_ == Outcome::cancelled) {
    result.outcome = Outcome::cancelled;
  } else if (result.usage.oom_kills > 0) {
    result.outcome = Outcome::memory_limit;
  } else if (shop_.out.over_limit() || shop_.err.over_limit() || (exchange_ && exchange_->program_over_limit())) {
    result.outcome = Outcome::output_limit;
  } else if (result.cpu_us >= request_.limits.cpu_us || (killed_ && kill_reason_ == Outcome::cpu_limit)) {
    result.outcome = Outcome::cpu_limit;
  } else if ((exchange_ ? exchange_->charged_us(Party::program) : result.wall_us) >= request_.limits.wall_us || (killed_ && kill_reason_ == Outcome::wall_limit)) {
    result.outcome = Outcome::wall_limit;
  } else {
    result.outcome = result.signal >= 0 ? Outcome::signalled : Outcome::exited;
  }
}

}  // namespace sandglass
