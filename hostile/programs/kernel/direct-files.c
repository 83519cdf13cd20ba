// Attacks: the host's disks, with files that are read past the cache, so that each reading waits for the disk.
#include "../hostile.h"
int main(void) {
  struct {
    unsigned long flags, mode, resolve;
  } how = {O_RDONLY | O_DIRECT, 0, 0};
  REFUSED(open("/usr/bin/env", O_RDONLY | O_DIRECT));
  REFUSED(openat(AT_FDCWD, "/usr/bin/env", O_RDONLY | O_DIRECT));
#ifdef SYS_open
  REFUSED(syscall(SYS_open, "/usr/bin/env", O_RDONLY | O_DIRECT));
#endif
  REFUSED(syscall(437 /* openat2 */, AT_FDCWD, "/usr/bin/env", &how, sizeof how));
  REFUSED(syscall(SYS_openat, AT_FDCWD, "/usr/bin/env", (long)(O_RDONLY | O_DIRECT) | 1L << 32));
  // A pipe that keeps its messages apart is something else.
  int ends[2];
  if (pipe2(ends, O_DIRECT) != 0) BREACH("a pipe of messages is refused");
  return HELD;
}
