// Attacks: other slots and the kernel by the commands of descriptors: notices, leases, signals for others, disks without the cache.
#include "../hostile.h"
int main(void) {
  const int known[] = {0, 1, 2, 3, 4, 5, 9, 36, 1027, 1028, 1030, 1031, 1032, 1033, 1034};
  int folder = open("/usr/bin", O_RDONLY);
  for (int command = 0; command < 4096; command++) {
    int harmless = 0;
    for (int i = 0; i < 15; i++) harmless |= known[i] == command;
    if (harmless) continue;
    if (syscall(SYS_fcntl, folder, command, 0L) >= 0 || (errno != EINVAL && errno != ENOLCK)) BREACH("command %d: %s", command, strerror(errno));
  }
  int file = open("/usr/bin/env", O_RDONLY), ends[2];
  if (pipe(ends) != 0) return 1;
  REFUSED(fcntl(file, F_SETFL, O_DIRECT));
  REFUSED(fcntl(ends[0], F_SETFL, O_ASYNC));
  if (fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) BREACH("not to wait is refused");
  if (fcntl(ends[1], F_SETPIPE_SZ, 65536) < 0) BREACH("the size of a pipe is refused");
  return HELD;
}
