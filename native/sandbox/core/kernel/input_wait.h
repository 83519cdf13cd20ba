// Whether a run waits for its standard input: looked at from outside, in /proc, when a clock or the other side of an
// interactive run makes it worth asking.
//
// Guarantees: `surely` means that every thread of the run sits in a blocking read of descriptor 0 or waits for a child
// process, at least one of them the former: without input nothing of it will ever move (but for timers of its own).
#pragma once
#include "kernel/sys.h"

namespace sandglass {

enum class InputWait : u8 {
  /** Something runs, or nothing waits for input. */
  no,
  /** Nothing runs, and a thread reads descriptor 0 or waits for some descriptor; others wait for other things. */
  perhaps,
  surely,
};

/** Looks at all processes of the slot's PID namespace but its init. A few system calls a thread; of more than 256 the answer is never `surely`. */
InputWait look_for_input_wait();

}  // namespace sandglass
