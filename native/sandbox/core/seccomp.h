// The system calls a contestant's program does not get, and why.
//
// Guarantees: after `install_base` the calling process and all it ever starts run under the list below; calls in a
// foreign instruction set or ABI (32-bit entry, x32) kill the process. The filter is installed once per slot, in the
// supervisor, and inherited by every run: compiling one per run costs more than the rest of the run
// (190 µs for a linear list of 70 entries on the machine of docs/sandbox.md).
#pragma once
#include "sys.h"

struct sock_fprog;

namespace sandglass {

/** Who answers sysinfo(2). */
enum class Sysinfo { kernel, listener };

/**
 * Installs the deny list on the calling process, and returns the listener for sysinfo(2), where it is wanted
 * (sysinfo_desk.h); without one the kernel answers that call, with the host's memory. With `allow_clone3` the list leaves clone3 open (the supervisor needs
 * it to put children straight into a cgroup v2); such a child must call `deny_clone3` before execve.
 *
 * sendmsg is left to who knows `send_key`, a random number that the supervisor puts into an argument the kernel does
 * not look at. Programs lose it because descriptors sent through sockets can be left in flight in cycles: then the
 * kernel keeps their memory, charged to the slot, until some unix socket of the host is closed.
 */
Fd install_base(bool allow_clone3, u64 send_key, Sysinfo sysinfo);

/**
 * Installs a filter and returns the descriptor of its listener, −errno on failure. Where the kernel knows how (5.19), a
 * thread whose question has been taken is interrupted by nothing but its death, so the answer is never written into
 * memory that has become something else.
 */
long install_listening(const sock_fprog* program);

/** Adds "clone3 does not exist" to the caller's filters. Raw: safe between vfork and execve. −errno on failure. */
long deny_clone3();

}  // namespace sandglass
