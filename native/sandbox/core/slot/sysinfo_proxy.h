// sysinfo(2) as the programs of a slot hear it: the memory of their run, nothing of the host.
//
// A filter can refuse a call but not answer one that fills a structure. So the programs' filter hands this call to a
// listener (seccomp's user notification), and the caretaker, who has nothing to do while a program runs, writes the
// answer into the asker's memory. glibc's sysconf(_SC_PHYS_PAGES), and with it the JVM's default heap, .NET and
// Python, go by this call.
//
// Guarantees:
//  - nothing but the structure is written, into the memory of the very thread that asks: its memory is opened first, and
//    then the kernel is asked whether that thread still waits, so that a reused thread number cannot be met;
//  - the asker sleeps in that time (state S): the wait is its own, like that for any other answer;
//  - a run is answered at once 256 times, and once more for every 5 ms that pass: what this costs outside the run's CPU
//    clock is bounded, and a program that asks in a loop waits in its own wall time;
//  - a run that does not ask costs nothing.
#pragma once
#include "kernel/sys.h"

namespace sandglass {

/** What supervisor and caretaker share without a message: memory that both map. */
struct SlotFacts {
  /** The memory limit of the run, bytes. */
  u64 memory_bytes = 0;
  /** How often the run has asked; written by the proxy, reset by the supervisor before each run. */
  u64 asked = 0;
};

/** Makes the page that a later fork shares. It lives as long as the process. */
SlotFacts* share_facts();

/** Whether this kernel, and the container around us, permit all it takes. Forks; call it once. */
bool can_answer_sysinfo();

class SysinfoProxy {
 public:
  /** Nobody is listened to yet. */
  explicit SysinfoProxy(SlotFacts* facts) : facts_(facts) {}

  /** @throws Failure when there is no /proc of this process's own PID namespace to be had */
  void open(Fd listener);
  /** A new run begins: it may ask as often as any other. */
  void next_run() { credit_ = most_credit; }

  /** Answers until `socket` has something to read. Returns at once when nobody is listened to. */
  void serve_until_readable(int socket);

 private:
  static constexpr u64 most_credit = 256;
  static constexpr u64 pause_ns = 5'000'000;

  /** Books the credit that has been earned, and returns for how long there is none (0: there is). */
  u64 broke_for_ns();
  void answer_one();
  [[nodiscard]] bool write_answer(u64 id, u32 thread, u64 address) const;
  [[nodiscard]] u64 resident_bytes(u32 thread) const;

  SlotFacts* facts_;
  Fd listener_;
  /** A /proc of our own PID namespace, attached nowhere: the numbers in notifications are ours. */
  Fd proc_;
  /** Answers that may be given at once. */
  u64 credit_ = most_credit;
  /** Until when credit has been booked. */
  u64 booked_ns_ = 0;
};

}  // namespace sandglass
