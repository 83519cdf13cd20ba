// What a run waited for while it used no CPU: the explanation of wall − CPU.
//
// The kernel adds up, per thread, how long it was runnable without a core (schedstat), as long as the thread lives; it
// does not add up the two kinds of sleep. So the group's CPU clock is looked at now and then: where it moved less than the wall clock, the states of
// the run's threads are looked at too and the interval is booked.
//
// Guarantees: nothing is looked at in the first 2 ms of a run, so short runs pay nothing; a run that keeps its cores
// busy is looked at ten times a second, by its CPU clock alone; one that waits at most every 20 ms, in time it does not
// use. At most 64 threads are looked at, and 128 dead or alive, and never for more than a twentieth of the time. The booked parts never exceed the gap.
#pragma once
#include <string>

#include "kernel/sys.h"

namespace sandglass {

/** Microseconds; −1 where nothing was seen (a run too short, or a kernel that does not report it). */
struct Waits {
  i64 sleep_us = -1;
  i64 core_us = -1;
  i64 uninterruptible_us = -1;
  /** Killed by the wall clock while every thread slept by its own will, as it had for most of the gap. */
  bool idle = false;
  /** Where process 2 waited at the wall-clock kill: the system call, and the kernel function in brackets. */
  std::string last;
};

class WaitBook {
 public:
  /** `start_ns`: the barrier, CLOCK_MONOTONIC; `run_delay_ns`: how long the main thread had waited for a core by then. */
  void open(u64 start_ns, u64 run_delay_ns);
  /** When `look` wants to be called next. */
  [[nodiscard]] u64 next_ns() const { return next_; }
  /** `used_ns`: the run's CPU so far. Does nothing before `next_ns`. */
  void look(u64 now_ns, u64 used_ns);
  /** More than one thread has been looked at: the kernel may remember their places in /proc. */
  [[nodiscard]] bool has_seen_several() const { return several_; }
  /** Just before a kill by the wall clock: looks at any time, and notes where the program waits. */
  void last_look(u64 now_ns, u64 used_ns);
  /**
   * After the end. What lies after the last look is booked in the proportions seen before.
   * @param run_delay_us run-queue delay of the main thread since the barrier, −1 where unreadable
   */
  [[nodiscard]] Waits close(u64 wall_us, u64 cpu_us, i64 run_delay_us) const;

 private:
  void book(u64 now_ns, u64 used_ns, bool look_anyway);
  void sample(bool uninterruptible, u64 wall_ns, u64 rest_ns);

  u64 next_ = 0, step_ = 0, last_ns_ = 0, last_used_ = 0, last_delay_ = 0;
  u64 sleep_ = 0, core_ = 0, uninterruptible_ = 0;
  u64 sampled_gap_ = 0, sampled_sleep_ = 0, sampled_uninterruptible_ = 0;
  u64 crowd_ = 0;
  bool seen_ = false, several_ = false, killed_ = false, asleep_ = false;
  std::string place_;
};

}  // namespace sandglass
