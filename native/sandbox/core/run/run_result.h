// What a run came to, and how it is answered: src/result-protocol.ts reads it.
#pragma once
#include "kernel/cgroup.h"
#include "kernel/waits.h"
#include "run/box.h"
#include "run/output.h"

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
  /** Killed, but still being taken apart: nothing may run in this world any more (handover.h). */
  bool left = false;
  /** Killed, but the kernel does not end it: the slot is to be given up. */
  bool stuck = false;
  /** What the exchange writes of itself (Exchange::write); empty without one. */
  Writer exchange;
  u32 transcript_bytes = 0;
};

/** The answer to request `id`, without the bytes of a payload that is a file. */
void write_result(Writer& w, u32 id, const RunResult& result, const OutputStream& out, const OutputStream& err,
                  const Payload& payload);

}  // namespace sandglass
