#pragma once
#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace sandglass {

/** Exits with 1 where a part does not hold; also a child, whose parent looks at that. */
inline void demand(bool fact, const char* what) {
  if (fact) return;
  std::fprintf(stderr, "units: %s (errno %d)\n", what, errno);
  std::_Exit(1);
}

}  // namespace sandglass
