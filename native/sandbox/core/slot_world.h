// Building the slot's world: namespaces, root, caretaker, privileges. Everything that is paid once.
#pragma once
#include <memory>

#include "caretaker.h"
#include "precedence.h"
#include "supervisor.h"

namespace sandglass {

struct SlotWorld {
  std::unique_ptr<Cgroup> cgroup;
  Caretaker caretaker;
  Fd meminfo;
  SlotFacts* facts = nullptr;
  Fd null;
  Precedence precedence;
  std::vector<u32> cpus;
  /** Bytes; see `largest_stack`. */
  u64 most_stack = ~0ULL;
  u32 uid = 0;
};

/**
 * Turns the calling process into a slot's supervisor: its own network (lo down), IPC, UTS and mount namespaces, the
 * slot's root, CPU pinning, no capability to gain, the seccomp list installed, the caretaker started.
 * @throws Failure with the step that the kernel refused.
 */
SlotWorld build_world(SlotMakings& makings);

}  // namespace sandglass
