// A slot goes on while what one of its runs has left is still being taken apart.
//
// Killed processes execute nothing any more, but the kernel needs CPU time to take their memory apart: some 0.1 s for a
// gigabyte, seconds for 64 processes of 65 000 mappings. The slot does not wait for that: its supervisor answers, steps
// back and stays only until the last of them is gone; a successor with a world of its own (groups, namespaces, scratch and
// user) takes the next run.
//
// Guarantees: what is left executes no instruction of its own; it gets the core only when nobody else wants it, but
// an ordinary share of the core while a later run of the slot waits for its end, and a small one from `longest_in_background_ns` on, so
// that a core kept busy by others does not keep it; a slot leaves at most one run behind at a time, none for which the
// host has no memory, and none whose sessions would have more than a tenth of the core between them: then it waits, as it
// always did.
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "kernel/cgroup.h"

namespace sandglass {

/** So long the dying may do without the core. They hold memory, and the next run like theirs cannot be left. */
inline constexpr u64 longest_in_background_ns = 10'000'000'000;

class Handover {
 public:
  /** @param predecessors supervisors of this slot that may still wait for what they have left, as PID descriptors */
  explicit Handover(std::vector<Fd> predecessors);

  /** The calling process has built the slot: a successor will need as much CPU time, and less is not worth it. */
  void has_built();
  /** How long an ending may take before it is left. */
  [[nodiscard]] u64 patience_ns() const { return patience_ns_; }
  /**
   * A successor may begin while the group still holds what it does. Where a predecessor is in the way, it is asked to make
   * haste: ask again while you wait.
   */
  [[nodiscard]] bool possible(const Cgroup& cgroup) const;
  /** Kills all that is in the group and makes it wait until nobody else wants the core. */
  void leave(Cgroup& cgroup);
  /** The calling process has no more to do than to wait and to clean: it does so in the CPU time that nobody else wants. */
  void step_back();
  /** After `step_back`: a short pause. @returns whether a later run of the slot waits for the caller's end */
  [[nodiscard]] bool pause() const;
  /**
   * After `step_back`: work that takes long in the kernel is interrupted there (EINTR) every second, and with an idle share also
   * when a later run of the slot waits, as the next `pause` says.
   * @param cpu_share the one that the caller has
   * @param work returns whether it has come to its end
   */
  bool do_interruptibly(CpuShare cpu_share, const std::function<bool()>& work) const;
  /** That has been so: it holds for this long. */
  [[nodiscard]] u64 haste_ns() const;
  /** After `step_back`: the calling process has this share from now on. */
  void take_cpu_share(CpuShare cpu_share);
  /** All that is in the group has them, together. */
  static void give_share_to_dying(Cgroup& cgroup, CpuShare cpu_share);

 private:
  std::vector<Fd> predecessors_;
  Fd host_memory_, own_share_;
  /** For `leave`, to whom a run's files and pipes must have left some: it lists processes and opens one of them. */
  std::array<Fd, 3> reserved_;
  u64 patience_ns_;
};

}  // namespace sandglass
