// Process 1 of a run.
//
// Guarantees: its PID namespace is new and its /proc is mounted in the place that it was started for; it executes
// nothing but a wait, goes before the programs it ends, and dies with the supervisor, its parent.
#pragma once
#include "kernel/sys.h"

namespace sandglass {

/**
 * Starts it as a child of the caller's parent, and waits until its /proc is mounted at `place`.
 * @returns its descriptor
 * @throws Failure with the step that the kernel refused
 */
Fd start_init(const char* place);

}  // namespace sandglass
