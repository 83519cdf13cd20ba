// What follows a kill: the run's processes die, and every process that became a child of the supervisor is reaped.
//
// Guarantees: a child that nobody waits for (the kernel lets a process give its own parent more children) never holds a
// PID namespace open; no wait goes on for longer than the kernel needs, see `patience_ns` and `standstill_ns`.
#pragma once
#include <algorithm>

#include "kernel/cgroup.h"

namespace sandglass {

/**
 * Killed processes must be gone after this: later they circle in the kernel and the slot is given up. Far more than
 * any needs: 64 processes of 65 000 mappings each take some seconds of CPU time to take apart, on a busy core many.
 */
inline constexpr u64 patience_ns = 30'000'000'000;
/**
 * … or after this long in which nothing has been freed and the dying have had no CPU time. The supervisor, the killed
 * process and process 1 go before ordinary processes, so a busy host does not make them wait that long; only a process
 * stuck in the kernel does.
 */
inline constexpr u64 standstill_ns = 2'000'000'000;

/**
 * Reaps every dead child of the calling process, started by any process.
 *
 * Only after the program itself has been reaped: its exit status would be lost. Those who wait for a process 1 go by
 * its descriptor, which stays readable; nobody waits for the caretaker.
 */
void reap_strays();

/** One ending, from the kill on, with one deadline over all its waits. */
class Ending {
 public:
  explicit Ending(const Cgroup& cgroup) : cgroup_(cgroup) {}

  /** The waits end at this instant, with or without success. */
  void leave_at(u64 instant_ns) { leave_at_ns_ = instant_ns; }
  [[nodiscard]] bool overdue() const { return rest_ns() == 0; }
  /** Until then. */
  [[nodiscard]] u64 rest_ns() const { return leave_at_ns_ - std::min(leave_at_ns_, monotonic_ns()); }
  /** Waits until process 1 of the killed PID namespace is dead, and reaps it; false: overdue. @throws Failure ETIMEDOUT */
  bool await_init(Fd& init);
  /** Waits until no process is left in the group, the dead included; false: overdue. @throws Failure ETIMEDOUT */
  bool await_empty();
  /**
   * Asked now and then while somebody waits; the first time the clock begins.
   * @throws Failure ETIMEDOUT when it takes too long, or nothing has moved for too long
   */
  void check_patience(const char* step);

 private:
  const Cgroup& cgroup_;
  u64 leave_at_ns_ = ~0ULL;
  u64 begun_ns_ = 0, moved_ns_ = 0;
  u64 population_ = ~0ULL, memory_ = ~0ULL, cpu_ = 0;
};

}  // namespace sandglass
