// The filter of system calls that contestants' programs run under.
//
// Guarantees: after `install_base` the calling process and all it ever starts run under the table of system_calls.inc; calls in a
// foreign instruction set or ABI (32-bit entry, x32) kill the process. The filter is installed once per slot, in the
// supervisor, and inherited by every run: compiling one per run costs more than the rest of the run
// (190 µs for a linear list of 70 entries on the machine of docs/sandbox.md).
#pragma once
#include "kernel/sys.h"

struct sock_fprog;

namespace sandglass {

/** Who answers sysinfo(2). */
enum class Sysinfo { kernel, listener };

/**
 * Installs the filter made of system_calls.inc on the calling process, and returns the listener for sysinfo(2), where it is wanted
 * (sysinfo_proxy.h); without one the kernel answers that call, with the host's memory.
 *
 * sendmsg, clone3, setns and openat2 are left to who knows `key`, a random number that the supervisor puts into an argument the kernel
 * does not look at. Descriptors that programs send through sockets can be left in flight in cycles: then the kernel keeps their
 * memory, charged to the slot, until some unix socket of the host is closed. What clone3 and openat2 are asked for lies in memory that
 * no filter reads; the supervisor needs the first to put children straight into a cgroup v2. As the call is closed to the child from
 * its first instruction, a run installs no filter of its own, and the kernel has none to free after it.
 */
Fd install_base(u64 key, Sysinfo sysinfo);

/**
 * Installs a filter and returns the descriptor of its listener, −errno on failure. Where the kernel knows how (5.19), a
 * thread whose question has been taken is interrupted by nothing but its death, so the answer is never written into
 * memory that has become something else.
 */
long install_listening(const sock_fprog* program);

}  // namespace sandglass
