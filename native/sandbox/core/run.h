// One run, from the decoded request to the result.
#pragma once
#include "box.h"
#include "clock.h"
#include "ending.h"
#include "exchange.h"
#include "launch.h"
#include "output.h"
#include "slot_world.h"
#include "waits.h"

namespace sandglass {

enum class Outcome : u8 { exited, signalled, cpu_limit, wall_limit, memory_limit, output_limit, cancelled };

struct RunResult {
  Outcome outcome = Outcome::exited;
  i32 exit_code = -1, signal = -1;
  u64 cpu_us = 0, user_us = 0, system_us = 0, wall_us = 0, setup_us = 0, teardown_us = 0;
  CgroupUsage usage;
  i64 run_queue_us = -1, block_io_us = -1;
  Waits waits;
  u64 major_faults = 0, minor_faults = 0, voluntary = 0, involuntary = 0;
  bool file_size_limit = false, near_memory_limit = false;
  u64 started_at_us = 0;
  std::vector<Collected> collected;
  /** What the exchange writes of itself (Exchange::write); empty without one. */
  Writer exchange;
  u32 transcript_bytes = 0;
};

/** What is kept from run to run. */
struct Workshop {
  SlotWorld& world;
  Box& box;
  OutputStream& out;
  OutputStream& err;
  Payload& payload;
  Timer& timer;
  int socket;
  bool delay_accounting;
  bool test_hooks;
};

inline int signal_pidfd(int pidfd, int signal) {
  return static_cast<int>(sys::call(SYS_pidfd_send_signal, pidfd, signal, nullptr, 0));
}

/** Asked while a run is under way. */
enum class Word { go_on, cancel, gone };

class Run {
 public:
  Run(Workshop& shop, const RunRequest& request, std::vector<Fd>& fds, u64 arrived_ns)
      : shop_(shop), request_(request), fds_(fds), arrived_ns_(arrived_ns), ending_(*shop.world.cgroup) {}

  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run();

  /** Does everything up to the last process's death and the collection of files. `init` is the run's process 1. */
  RunResult perform(Fd& init);
  /** The client has gone during the run: there is nobody to answer. */
  [[nodiscard]] bool client_gone() const { return gone_; }

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
  void estimate_small_memory(RunResult& result) const;
  void settle(RunResult& result);

  Workshop& shop_;
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
  u64 end_ns_ = 0;
  /** After the end: waiting for the interactor to have its say. */
  u64 waited_ns_ = 0;
  bool killed_ = false, gone_ = false, reaped_ = false;
  Outcome kill_reason_ = Outcome::exited;
};

}  // namespace sandglass
