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
    world_.caretaker.take_turns(Turns::spare);
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
   * that has ordinary turns at least: one that waits for a core in the middle of it holds up every fork on the host.
   */
  void join_the_dying() {
    Cgroup& cgroup = *world_.cgroup;
    const std::vector<int> both{world_.caretaker.pid(), getpid()};
    world_.precedence.urgent();
    const bool are_moved = world_.precedence.is_undisturbed() && cgroup.share_turns_with(both);
    world_.precedence.give_up();
    if (!are_moved) {
      cgroup.give_turns(Turns::ordinary);
      cgroup.share_turns_with(both);
    }
    cgroup.give_turns(Turns::spare);
  }

  void await_caretaker() {
    while (world_.caretaker.outstanding() && !world_.caretaker.has_answered(0)) pause();
    world_.caretaker.pass_over();
  }

  /** Else the last process of the world would free it, when nobody decides about its turns any more. */
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
      const Turns turns = turns_;
      const u64 before = cgroup.memory_bytes();
      if (handover_.do_interruptibly(turns, [this] { return world_.cgroup->drop_cache(); })) return;
      // In a second in which it had the core: what is left is in use elsewhere. (Spare turns may all have been others'.)
      if (turns != Turns::spare && cgroup.memory_bytes() >= before) return;
      pause();
    }
  }

  /** A short one; then those who have to do what is left have the turns that are due. */
  void pause() {
    if (handover_.pause()) hurry_until_ = monotonic_ns() + handover_.haste_ns();
    const u64 now = monotonic_ns();
    const Turns due = now < hurry_until_ ? Turns::ordinary : now >= latest_ ? Turns::few : Turns::spare;
    if (due == turns_) return;
    turns_ = due;
    // First the calling process itself: it has the rest to do.
    handover_.take_turns(due);
    world_.caretaker.take_turns(due);
    Handover::give_turns_to_dying(*world_.cgroup, due);
  }

  Handover& handover_;
  SlotWorld& world_;
  const u64 latest_ = monotonic_ns() + longest_in_background_ns;
  u64 hurry_until_ = 0;
  Turns turns_ = Turns::spare;
};

}  // namespace

void bury_run(Handover& handover, SlotWorld& world) { Burial{handover, world}.perform(); }

}  // namespace sandglass
