// What a client's descriptors may be, seen by the root process that is about to use them.
//
// The client opened them with its own rights; the supervisor reads, writes and mounts with more. So it looks for itself:
// a descriptor is used only for what it was opened for, and only where being root changes nothing (kernel file systems
// such as procfs ask again who is reading or writing, and would answer root).
#pragma once
#include "wire/protocol.h"

namespace sandglass {

/** Every descriptor of a run but the pipes of an exchange, which are checked where they are taken. @throws Failure */
void check_descriptors(const RunRequest& request, const std::vector<Fd>& fds);
/** The image and the binds of a slot. @throws Failure that names the field */
void check_descriptors(const SlotRequest& request, const std::vector<Fd>& fds);

}  // namespace sandglass
