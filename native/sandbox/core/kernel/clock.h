// When to look at the clocks next.
//
// Guarantees: the timer is set for the earliest instant at which a limit can be reached, never for a polling period:
// N CPUs cannot use up the rest of the CPU limit in less than rest/N.
#pragma once
#include <algorithm>

#include "kernel/sys.h"

namespace sandglass {

/**
 * How close two looks may follow one another. Usually 100 µs: the kernel books a running thread's time at ticks, a closer
 * look would only burn the core. A program that sleeps just below its limit would be looked at that often for ever:
 * once its clock has not moved for some ticks the pause is 2 ms, by which its limit may then be passed.
 */
class LookPace {
 public:
  u64 pause_ns(u64 now_ns, u64 used_ns) {
    if (used_ns != used_ns_) {
      used_ns_ = used_ns;
      moved_ns_ = now_ns;
    }
    return now_ns - moved_ns_ < still_ns ? 100'000 : 2'000'000;
  }

 private:
  static constexpr u64 still_ns = 20'000'000;
  u64 used_ns_ = ~0ULL, moved_ns_ = 0;
};

/**
 * CLOCK_MONOTONIC instant, ns, of the next look.
 * @param used_ns CPU used so far, @param cpus how many the run may use at once, @param pause_ns not sooner than this
 */
inline u64 next_look_ns(u64 now_ns, u64 wall_deadline_ns, u64 used_ns, u64 cpu_limit_ns, u32 cpus,
                        u64 pause_ns = 100'000) {
  const u64 rest = cpu_limit_ns > used_ns ? cpu_limit_ns - used_ns : 0;
  const u64 earliest = now_ns + std::max<u64>(rest / std::max<u32>(cpus, 1), pause_ns);
  return std::min(wall_deadline_ns, earliest);
}

/** A timerfd on CLOCK_MONOTONIC, set to absolute instants. */
class Timer {
 public:
  Timer();
  void set(u64 instant_ns);
  void stop() { set(0); }
  void acknowledge();
  [[nodiscard]] int fd() const { return fd_.get(); }
  /** What it was last set to; 0: it does not run. */
  [[nodiscard]] u64 instant() const { return instant_; }

 private:
  Fd fd_;
  u64 instant_ = 0;
};

}  // namespace sandglass
