// Building the slot's world: namespaces, root, caretaker, privileges. Everything that is paid once.
#pragma once
#include <memory>

#include "kernel/cgroup.h"
#include "kernel/precedence.h"
#include "slot/caretaker.h"
#include "wire/protocol.h"

namespace sandglass {

/** Descriptor number that is kept free in the supervisor: the child holds the CPU clock's file there. */
inline constexpr int barrier_fd = 3;

struct SlotMakings {
  SlotRequest request;
  /** Descriptors of the request, as received in the host's mount namespace. */
  std::vector<Fd> fds;
  CgroupHost host;
  std::string cgroup_name;
  /** The slot's user. */
  u32 uid = 0;
  /** PID descriptors of earlier supervisors of this slot, see handover.h. */
  std::vector<Fd> predecessors;
  /** Holds how long each set-up takes longer, µs; only in tests (broker.cc). */
  Fd setup_delay;
  /** sysinfo(2) can be answered (sysinfo_proxy.h). */
  bool sysinfo = false;
};

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

/** Its number is above those that `build_world` reserves: it may be opened before. Not valid when the kernel refuses. */
Fd open_above_reserved(const char* path, int flags);

/**
 * Turns the calling process into a slot's supervisor: its own network (lo down), IPC, UTS and mount namespaces, the
 * slot's root, CPU pinning, no capability to gain, the seccomp list installed, the caretaker started.
 * @throws Failure with the step that the kernel refused.
 */
SlotWorld build_world(SlotMakings& makings);

}  // namespace sandglass
