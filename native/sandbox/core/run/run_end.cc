// Run: from the death of process 2 to the counters and the outcome.
#include "run/run.h"

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
  if (!context_.delay_accounting) return;
  const Fd stat{sys::call(SYS_openat, AT_FDCWD, "/proc/.pids/2/stat", O_RDONLY | O_CLOEXEC)};
  if (!stat.valid() || read_at_start(stat.get(), text, sizeof text) <= 0) return;
  const char* p = std::strrchr(text, ')');
  // Field 42, delayacct_blkio_ticks; the closing bracket ends field 2.
  for (int field = 2; p != nullptr && field < 42; ++field) p = std::strchr(p + 1, ' ');
  if (p != nullptr) result.block_io_us = static_cast<i64>(parse_u64(p + 1) * 10'000);
}

/** Of one that is not reaped: as the kernel shows them while it is dying. */
void Run::read_counters(RunResult& result) const {
  result.signal = SIGKILL;
  char text[4096];
  const Fd stat{sys::call(SYS_openat, AT_FDCWD, "/proc/.pids/2/stat", O_RDONLY | O_CLOEXEC)};
  if (stat.valid() && read_at_start(stat.get(), text, sizeof text) > 0) {
    const char* p = std::strrchr(text, ')');
    // Fields 10 and 12, minflt and majflt; the closing bracket ends field 2.
    for (int field = 2; p != nullptr && field < 12;) {
      p = std::strchr(p + 1, ' ');
      ++field;
      if (p != nullptr && field == 10) result.minor_faults = parse_u64(p + 1);
      if (p != nullptr && field == 12) result.major_faults = parse_u64(p + 1);
    }
  }
  const Fd status{sys::call(SYS_openat, AT_FDCWD, "/proc/.pids/2/status", O_RDONLY | O_CLOEXEC)};
  if (!status.valid() || read_at_start(status.get(), text, sizeof text) <= 0) return;
  const auto count = [&](const char* key) {
    const char* line = std::strstr(text, key);
    return line == nullptr ? 0 : parse_u64(line + std::strlen(key));
  };
  result.voluntary = count("\nvoluntary_ctxt_switches:\t");
  result.involuntary = count("\nnonvoluntary_ctxt_switches:\t");
}

/**
 * Kills those that a program has left. What they have computed until then is the program's; what the kernel needs to take
 * them apart is not: how much of that falls into the time before the answer depends on whether the slot waits for them
 * (handover.h).
 */
void Run::kill_those_left(int init) {
  signal_pidfd(init, SIGKILL);
  if (killed_ || cpu_at_end_ns_) return;
  // Process 1 kills them when it gets the core: maybe behind them, and not before those on other cores. (On the only core
  // of a supervisor that goes first none of them gets the core before the clock is read; this costs it 50 µs and more.)
  const bool may_compute_on = context_.world.cpus.size() > 1 || !context_.world.precedence.is_undisturbed();
  if (may_compute_on) kill_all([this] { return context_.world.cgroup->threads(); });
  cpu_at_end_ns_ = context_.world.cgroup->cpu_ns();
}

/**
 * Reaps process 2. With it the kernel forgets its folder in /proc, and waits *actively* for the thread that is just
 * removing a part of it: a thread of the run that is about to be gone and has lost the core to us. Going first we would
 * keep it from ever finishing (until the kernel throttles real-time processes, after 0.95 s). Such parts exist only
 * where somebody has looked: we at the states of threads, the caretaker into the memory of one that asked.
 */
void Run::reap(int init, RunResult& result) {
  const bool has_parts =
      waits_.has_seen_several() || __atomic_load_n(&context_.world.facts->asked, __ATOMIC_RELAXED) != 0;
  // An ordinary share is shared with what the run has left behind: let it be dying by then.
  if (has_parts && !killed_ && context_.world.cgroup->population() > 1) kill_those_left(init);
  // Mostly they need but a moment: a short pause costs less than waiting actively until the scheduler takes the core away.
  const timespec moment{0, 100'000};
  if (has_parts) sys::call(SYS_nanosleep, &moment, nullptr);
  const bool went_first = has_parts && context_.world.precedence.give_way();
  siginfo_t info{};
  struct rusage usage {};
  while (sys::call(SYS_waitid, P_PIDFD, launched_.pidfd.get(), &info, WEXITED, &usage) == -EINTR) {
  }
  context_.world.precedence.resume(went_first);
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
  if (left_) {
    read_counters(result);
  } else {
    reap(init.get(), result);
  }
  if (!left_ && (killed_ || !context_.world.cgroup->empty())) {
    // Somebody was left behind (or the namespace is already dying): nobody may live when the answer goes out.
    kill_those_left(init.get());
    // What a program that ended by itself has made is not taken from under the hands of the dying.
    if (!killed_ && !collects()) ending_.leave_at(monotonic_ns() + context_.handover.patience_ns());
    try {
      while ((!ending_.await_init(init) || !ending_.await_empty()) && !leaves()) {
      }
    } catch (const Failure& f) {
      give_up(f);
    }
  }
  result.left = left_ && !stuck_;
  result.stuck = stuck_;
}

/**
 * The kernel charges memory in batches of 64 pages per CPU and keeps the rest of a batch for later: a small program can
 * live on what the run before left, and the peak does not move. Inside that reserve its page faults are the better witness.
 */
void Run::estimate_small_memory(RunResult& result) const {
  const u64 reserve = 64ULL * 4096 * context_.world.cpus.size();
  const u64 touched = std::min<u64>(result.minor_faults * 4096, reserve);
  result.usage.memory_peak = std::max(result.usage.memory_peak, touched);
}

/** The outcome: what we killed for, or what is found beyond a limit when the program ended by itself. */
void Run::settle(RunResult& result) {
  Cgroup& cgroup = *context_.world.cgroup;
  result.usage = cgroup.finish();
  if (cpu_at_end_ns_) result.usage.cpu_ns = *cpu_at_end_ns_;
  const auto difference = [](u64 now, u64 base) { return now > base ? (now - base) / 1000 : 0; };
  result.cpu_us = difference(result.usage.cpu_ns, launched_.cpu_base_ns);
  // The set-up between the two readings of the split was the kernel's: the user part is exact, the rest is system.
  result.user_us = std::min(result.cpu_us, difference(result.usage.user_ns, launched_.user_base_ns));
  result.system_us = result.cpu_us - result.user_us;
  result.wall_us = (end_ns_ - launched_.start_ns) / 1000;
  result.setup_us = (launched_.start_ns - arrived_ns_) / 1000;
  result.started_at_us = launched_.start_ns / 1000;
  // A program that ignores SIGXFSZ only sees a failed write; the file at its limit shows it.
  result.file_size_limit =
      (result.signal == SIGXFSZ && request_.limits.file_bytes != ~0ULL) ||
      (request_.limits.file_bytes != ~0ULL && context_.box.has_file_of(request_.limits.file_bytes));
  estimate_small_memory(result);
  result.near_memory_limit = result.usage.memory_peak >= request_.limits.memory_bytes / 10 * 9;
  // Between that reading and the clocks it may have had to wait once more: that was before the program.
  result.run_queue_us = std::min(result.run_queue_us, static_cast<i64>(result.wall_us));
  result.waits = waits_.close(result.wall_us, result.cpu_us, result.run_queue_us);
  if (killed_ && kill_reason_ == Outcome::cancelled) {
    result.outcome = Outcome::cancelled;
  } else if (result.usage.oom_kills > 0) {
    result.outcome = Outcome::memory_limit;
  } else if (context_.out.over_limit() || context_.err.over_limit() || (exchange_ && exchange_->program_over_limit())) {
    result.outcome = Outcome::output_limit;
  } else if ((result.cpu_us >= request_.limits.cpu_us && !(killed_ && kill_reason_ == Outcome::wall_limit)) ||
             (killed_ && kill_reason_ == Outcome::cpu_limit)) {
    result.outcome = Outcome::cpu_limit;
  } else if ((exchange_ ? exchange_->charged_us(Party::program) : result.wall_us) >= request_.limits.wall_us ||
             (killed_ && kill_reason_ == Outcome::wall_limit)) {
    result.outcome = Outcome::wall_limit;
  } else {
    result.outcome = result.signal >= 0 ? Outcome::signalled : Outcome::exited;
  }
}

}  // namespace sandglass
