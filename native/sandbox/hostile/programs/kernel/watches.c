// Attacks: knowledge of other slots, by watching the files that all slots share: who opens a compiler, an interpreter, a device.
#include "../hostile.h"
#include <sys/inotify.h>
int main(void) {
  REFUSED(inotify_init1(0));
#ifdef SYS_inotify_init
  REFUSED(syscall(SYS_inotify_init));
#endif
  REFUSED(syscall(SYS_fanotify_init, 0, 0));
  REFUSED(syscall(SYS_fanotify_init, 0x200, 0));
  // A lease or a directory notice would send a signal instead.
  int file = open("/usr/bin/env", O_RDONLY);
  REFUSED(fcntl(file, F_SETLEASE, F_RDLCK));
  return HELD;
}
