// One slot: a process that builds the slot's world around itself and then runs one program at a time.
//
// Guarantees: every request is answered, with a result or with the step that failed; before the answer every process
// of the run is dead; when the client is gone the run is killed and the process ends; when the slot cannot be cleaned
// the process ends after the answer and the client asks for a new slot.
#pragma once
#include "cgroup.h"
#include "protocol.h"

namespace sandglass {

struct SlotMakings {
  SlotRequest request;
  /** Descriptors of the request, as received in the host's mount namespace. */
  std::vector<Fd> fds;
  CgroupHost host;
  std::string cgroup_name;
  bool test_hooks = false;
  /** sysinfo(2) can be answered (sysinfo_desk.h). */
  bool sysinfo = false;
};

/** Never returns. `socket` is the slot's socket; the first message sent on it is `ready` or `failure`. */
[[noreturn]] void run_supervisor(Fd socket, SlotMakings makings);

}  // namespace sandglass
