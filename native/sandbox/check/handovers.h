#pragma once

namespace sandglass {

/** What a slot does for a run that it leaves behind (run/handover.h). Exits with 1 where a part does not hold. */
void handovers();

}  // namespace sandglass
