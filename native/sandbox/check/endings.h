#pragma once

namespace sandglass {

/** The end of a run whose processes gave the supervisor children of its own. Exits with 1 where a part does not hold. */
void endings();

}  // namespace sandglass
