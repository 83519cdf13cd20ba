#include "run/burial.h"

#include "run/ending.h"

namespace sandglass {
namespace {

class Burial {
 public:
  Burial(Handover& handover, SlotWorld& world) : handover_(handover), world_(world) {}

  void perform() {
    join_the_dying();
    handover_.step_back();
    world_.caretaker.take_cpu_share(CpuShare::idle);
    // The caretaker is in the kernel until a scratch that it exchanges is free; what it prepares is not of use.
    await_caretaker();
    while (!world_.cgroup->empty()) {
      reap_strays();
      pause();
    }
    release_scratch();
    drop_cache();
    world_.caretaker.end();
    while (!world_.caretaker.has_ended()) pause();
  }

 private:
  /**
   * What the two do for the dying they do in the group's share of the core. They are moved by a process that goes first, or
   * that has an ordinary share at least: one that waits for a core in the middle of it holds up every fork on the host.
   */
  void join_the_dying() {
    Cgroup& cgroup = *world_.cgroup;
    const std::vector<int> both{world_.caretaker.pid(), getpid()};
    world_.precedence.urgent();
    const bool are_moved = world_.precedence.is_undisturbed() && cgroup.share_turns_with(both);
    world_.precedence.give_up();
    if (!are_moved) {
      cgroup.give_cpu_share(CpuShare::ordinary);
      cgroup.share_turns_with(both);
    }
    cgroup.give_cpu_share(CpuShare::idle);
  }

  void await_caretaker() {
    while (world_.caretaker.outstanding() && !world_.caretaker.has_answered(0)) pause();
    world_.caretaker.pass_over();
  }

  /** Else the last process of the world would free it, when nobody decides about its share any more. */
  void release_scratch() {
    try {
      world_.caretaker.request_release();
      await_caretaker();
    } catch (const Failure&) {
      // The caretaker is gone, and its part of the world with it.
    }
  }

  /** Once the scratch is released: its pages are in the group too, and cannot be reclaimed. */
  void drop_cache() {
    const Cgroup& cgroup = *world_.cgroup;
    while (true) {
      const CpuShare cpu_share = cpu_share_;
      const u64 before = cgroup.memory_bytes();
      if (handover_.do_interruptibly(cpu_share, [this] { return world_.cgroup->drop_cache(); })) return;
      // In a second in which it had the core: what is left is in use elsewhere. (With an idle share it may have had none.)
      if (cpu_share != CpuShare::idle && cgroup.memory_bytes() >= before) return;
      pause();
    }
  }

  /** A short one; then those who have to do what is left have the share that is due. */
  void pause() {
    if (handover_.pause()) hurry_until_ = monotonic_ns() + handover_.haste_ns();
    const u64 now = monotonic_ns();
    const CpuShare due = now < hurry_until_ ? CpuShare::ordinary : now >= latest_ ? CpuShare::small : CpuShare::idle;
    if (due == cpu_share_) return;
    cpu_share_ = due;
    // First the calling process itself: it has the rest to do.
    handover_.take_cpu_share(due);
    world_.caretaker.take_cpu_share(due);
    Handover::give_share_to_dying(*world_.cgroup, due);
  }

  Handover& handover_;
  SlotWorld& world_;
  const u64 latest_ = monotonic_ns() + longest_in_background_ns;
  u64 hurry_until_ = 0;
  CpuShare cpu_share_ = CpuShare::idle;
};

}  // namespace

void bury_run(Handover& handover, SlotWorld& world) { Burial{handover, world}.perform(); }

}  // namespace sandglass
