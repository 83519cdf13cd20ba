// One run, from the decoded request to the result.
#pragma once
#include "exchange/exchange.h"
#include "kernel/clock.h"
#include "kernel/waits.h"
#include "run/box.h"
#include "run/ending.h"
#include "run/handover.h"
#include "run/launch.h"
#include "run/output.h"
#include "run/run_result.h"
#include "slot/slot_world.h"

namespace sandglass {

/** What is kept from run to run. */
struct RunContext {
  SlotWorld& world;
  Box& box;
  OutputStream& out;
  OutputStream& err;
  Payload& payload;
  Timer& timer;
  Handover& handover;
  int socket;
  bool delay_accounting;
  /** How long each set-up takes longer (SlotMakings); −1, but in tests. */
  int setup_delay;
};

inline int signal_pidfd(int pidfd, int signal) {
  return static_cast<int>(sys::call(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0));
}

/** Asked while a run is under way. */
enum class Word { go_on, cancel, gone };

class Run {
 public:
  Run(RunContext& context, const RunRequest& request, std::vector<Fd>& fds, u64 arrived_ns)
      : context_(context), request_(request), fds_(fds), arrived_ns_(arrived_ns), ending_(*context.world.cgroup) {}

  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run();

  /** Does everything up to the last process's death and the collection of files. `init` is the run's process 1. */
  RunResult perform(Fd& init);
  /** The client has gone during the run: there is nobody to answer. */
  [[nodiscard]] bool client_gone() const { return gone_; }
  /** CLOCK_MONOTONIC: the death of the program, or the kill when that is left to the kernel. */
  [[nodiscard]] u64 ended_ns() const { return end_ns_; }

 private:
  void put_files();
  [[nodiscard]] int input();
  LaunchPlan plan(int in);
  void open_outputs();
  void open_exchange();
  void close_given_pipes();
  void watch(int init);
  void kill_run(int init, Outcome why);
  void look_at_clocks(int init);
  Word hear();
  void mind_exchange(const pollfd* fds, int init);
  void end_exchange();
  [[nodiscard]] u64 next_wall_look_ns() const;
  void reap(int init, RunResult& result);
  void end_everything(Fd& init, RunResult& result);
  void read_schedule(RunResult& result) const;
  void read_counters(RunResult& result) const;
  void kill_those_left(int init);
  [[nodiscard]] bool leaves();
  void give_up(const Failure& f);
  [[nodiscard]] bool collects() const { return !request_.collect.empty() || request_.tree; }
  void estimate_small_memory(RunResult& result) const;
  void settle(RunResult& result);

  RunContext& context_;
  const RunRequest& request_;
  std::vector<Fd>& fds_;
  u64 arrived_ns_;
  Ending ending_;
  Launched launched_;
  WaitBook waits_;
  LookPace pace_;
  Fd made_input_;
  std::optional<Exchange> exchange_;
  std::vector<std::string> candidates_;
  u64 end_ns_ = 0, killed_ns_ = 0;
  /** The group's CPU clock when those were killed that a program had left which ended by itself. */
  std::optional<u64> cpu_at_end_ns_;
  /** After the end: waiting for the interactor to have its say. */
  u64 waited_ns_ = 0;
  bool killed_ = false, gone_ = false, reaped_ = false, left_ = false, stuck_ = false;
  Outcome kill_reason_ = Outcome::exited;
};

}  // namespace sandglass
