// Attacks: knowledge of other slots, by watching the files that all slots share: who opens a compiler, an interpreter, a device, the same test.
#include "../hostile.h"
#include <sys/inotify.h>
int main(void) {
  REFUSED(inotify_init1(0));
#ifdef SYS_inotify_init
  REFUSED(syscall(SYS_inotify_init));
#endif
  REFUSED(syscall(SYS_fanotify_init, 0, 0));
  REFUSED(syscall(SYS_fanotify_init, 0x200, 0));
  // A pipe into which the kernel writes its news of keys and mounts; an ordinary one may be had.
  int ends[2];
  REFUSED(syscall(SYS_pipe2, ends, O_EXCL));
  REFUSED(syscall(SYS_pipe2, ends, O_EXCL | O_CLOEXEC));
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK | O_DIRECT) != 0) BREACH("no pipes");
  // A lease or a directory notice would send a signal instead.
  const char *shared[] = {"/usr/bin/env", "/usr/bin", "/usr/lib", "/dev", "/", "/program", "/proc/self/fd/0"};
  for (int i = 0; i < 7; i++) {
    int file = open(shared[i], O_RDONLY);
    if (file < 0) continue;
    REFUSED(fcntl(file, F_SETLEASE, F_RDLCK));
    REFUSED(fcntl(file, F_NOTIFY, DN_ACCESS | DN_MULTISHOT));
    REFUSED(fcntl(file, F_NOTIFY, 0));
    // The kernel takes the command as 32 bits.
    REFUSED(syscall(SYS_fcntl, file, F_NOTIFY | 1L << 32, DN_ACCESS));
  }
  return HELD;
}
