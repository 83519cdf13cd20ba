#include "kernel/precedence.h"

#include <algorithm>
#include <csignal>
#include <sched.h>
#include <sys/resource.h>

namespace sandglass {
namespace {

/**
 * Above process 1, which takes its namespace along (3), and a program that is dying (2): who dies may take long, and the
 * supervisor must see when it has taken too long. It waits for them asleep; where the kernel does not, it gives way.
 */
constexpr int rank = 4;
constexpr i64 most_credit_ns = 20'000'000;
/** One part in so many of the time that passes may be spent going first. */
constexpr u64 part = 4;
/** Nothing is booked more often than this: a look at the CPU clock costs 0.3 µs, a message of an exchange 5. */
constexpr u64 step_ns = 500'000;
constexpr u64 longest_us = 20'000;
constexpr u64 fatal_us = 3'000'000;

/** Written by the signal handler too. */
volatile sig_atomic_t going_first = 0;

long set_policy(int policy, int priority) {
  const sched_param parameter{priority};
  return sys::call(SYS_sched_setscheduler, 0, policy | SCHED_RESET_ON_FORK, &parameter);
}

/** The kernel raises the soft limit by a second with every signal it sends. */
void limit_stretch() {
  const struct { u64 soft, hard; } limit = {longest_us, fatal_us};
  sys::call(SYS_prlimit64, 0, RLIMIT_RTTIME, &limit, nullptr);
}

/** SIGXCPU: a stretch of work has lasted too long. */
void end_stretch(int) {
  set_policy(SCHED_OTHER, 0);
  limit_stretch();
  going_first = 0;
}

u64 thread_cpu_ns() {
  timespec t{};
  sys::call(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<u64>(t.tv_sec) * 1'000'000'000ULL + static_cast<u64>(t.tv_nsec);
}

}  // namespace

void Precedence::take() {
  if (set_policy(SCHED_FIFO, rank) == 0) {
    means_ = Means::real_time;
  } else if (set_policy(SCHED_OTHER, 0) == 0 && sys::call(SYS_setpriority, PRIO_PROCESS, 0, -20) == 0) {
    means_ = Means::nice;
  }
  going_first = means_ == Means::none ? 0 : 1;
}

void Precedence::bound() {
  if (means_ == Means::none) return;
  struct sigaction action {};
  action.sa_handler = end_stretch;
  action.sa_flags = SA_RESTART;
  must("sigaction", sigaction(SIGXCPU, &action, nullptr) == 0 ? 0 : -errno);
  limit_stretch();
  bounded_ = true;
  mark_ns_ = monotonic_ns();
  mark_cpu_ns_ = thread_cpu_ns();
  credit_ns_ = most_credit_ns;
  was_first_ = true;
}

void Precedence::account() {
  if (!bounded_) return;
  const u64 now = monotonic_ns();
  if (now - mark_ns_ < step_ns) return;
  const u64 used = thread_cpu_ns();
  const i64 earned = static_cast<i64>((now - mark_ns_) / part);
  i64 spent = was_first_ ? static_cast<i64>(used - mark_cpu_ns_) : 0;
  // The signal has ended a stretch: what came after it was done with an ordinary CPU share.
  if (going_first == 0) spent = std::min(spent, most_credit_ns);
  credit_ns_ = std::min(most_credit_ns, credit_ns_ + earned - spent);
  mark_ns_ = now;
  mark_cpu_ns_ = used;
  if (going_first != 0 && credit_ns_ < 0) {
    step_back();
  } else if (going_first == 0 && credit_ns_ > most_credit_ns / 2) {
    step_forward();
  }
  was_first_ = going_first != 0;
}

void Precedence::urgent() {
  if (!bounded_ || going_first != 0) return;
  account();
  if (going_first == 0) step_forward();
  was_first_ = true;
}

bool Precedence::is_undisturbed() const { return means_ == Means::real_time && going_first != 0; }

void Precedence::give_up() {
  bounded_ = false;
  if (going_first != 0) step_back();
}

bool Precedence::give_way() {
  if (!bounded_ || going_first == 0) return false;
  step_back();
  return true;
}

void Precedence::resume(bool went_first) {
  if (went_first && going_first == 0) step_forward();
}

void Precedence::step_forward() {
  if (means_ == Means::real_time) {
    set_policy(SCHED_FIFO, rank);
  } else {
    sys::call(SYS_setpriority, PRIO_PROCESS, 0, -20);
  }
  going_first = 1;
}

void Precedence::step_back() {
  if (means_ == Means::real_time) {
    set_policy(SCHED_OTHER, 0);
  } else {
    sys::call(SYS_setpriority, PRIO_PROCESS, 0, 0);
  }
  going_first = 0;
}

}  // namespace sandglass
