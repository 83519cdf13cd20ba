// One slot: a process that builds the slot's world around itself and then runs one program at a time.
//
// Guarantees: every request is answered, with a result or with the step that failed; before the answer every process
// of the run is dead, or killed and in nobody's way (handover.h); when the client is gone the run is killed and the process
// ends; when the slot cannot be cleaned the process ends after the answer and the client asks for a new slot.
#pragma once
#include "slot/slot_world.h"

namespace sandglass {

/** Never returns. `socket` is the slot's socket; the first message sent on it is `ready` or `failure`. */
[[noreturn]] void run_supervisor(Fd socket, SlotMakings makings);

}  // namespace sandglass
