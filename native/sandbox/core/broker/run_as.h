// Starting a judgehost with least privilege: the broker stays root beside it, the judgehost itself never is.
//
// Guarantees: the command is executed by the calling process (its pid, signals and exit status are its own), with the
// given user and group, no supplementary group, no capability and no way to gain one; it inherits one descriptor of
// ours, the broker's socket, whose number is in SANDGLASS_BROKER_FD. The broker is in a session of its own, so that a
// terminal's interrupt reaches the judgehost alone, and ends by itself when the judgehost is gone.
#pragma once
#include "kernel/sys.h"

namespace sandglass {

/** Returns only when something failed, with the exit status to use; the reason has been printed. */
int run_as(u32 uid, u32 gid, u32 uid_base, char** command);

}  // namespace sandglass
