// The end of a run that its slot has left behind (handover.h): its supervisor waits for it, and takes the world apart.
//
// Guarantees: all of it is done in CPU time that nobody else wants: the kernel's work for the dying, for the page cache in
// their group and for their files; in ordinary ones while a later run of the slot waits for that, and in a few from
// `longest_in_background_ns` on. When it returns nothing of the world holds memory but the caller, and a process 1 that
// may wait for a run that never comes: it dies with the caller.
#pragma once
#include "run/handover.h"
#include "slot/slot_world.h"

namespace sandglass {

/** The caller must hold nothing of the run open, and have killed all of it. */
void bury_run(Handover& handover, SlotWorld& world);

}  // namespace sandglass
