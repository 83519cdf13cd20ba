// From the supervisor to the contestant's program: all set-up, the barrier, execve.
//
// Guarantees: between the moment both clocks are read and execve there is no system call. The child reads them itself,
// as the last act of its set-up: the CPU clock of its group (brought up to date by asking for its own thread's CPU
// time) and then CLOCK_MONOTONIC. Nothing before that instant is charged to the run, however long it took.
#pragma once
#include <vector>

#include "kernel/cgroup.h"
#include "wire/protocol.h"

namespace sandglass {

struct LaunchPlan {
  /** Paths to try, in order. */
  std::vector<const char*> programs;
  std::vector<char*> argv, envp;
  const char* cwd = "/box";
  int in = -1, out = -1, err = -1;
  u32 uid = 0;
  i32 nice = 0;
  /** For tests: before the barrier. */
  u64 setup_delay_us = 0;
  RunLimits limits;
};

struct Launched {
  /** Descriptor of the program's process, and its number in the host's PID namespace. */
  Fd pidfd;
  int pid = -1;
  /** CLOCK_MONOTONIC and the group's CPU at the barrier. */
  u64 start_ns = 0;
  u64 cpu_base_ns = 0, user_base_ns = 0, system_base_ns = 0;
  /** How long the process had waited for a core just before the barrier. */
  u64 run_delay_base_ns = 0;
};

/**
 * Starts the program as process 2 of the PID namespace of `init_pidfd`. Returns after execve has succeeded.
 * @throws Failure with the step that failed; the child is gone and reaped then.
 */
Launched launch(const LaunchPlan& plan, Cgroup& cgroup, int init_pidfd);

}  // namespace sandglass
