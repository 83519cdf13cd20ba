// Attacks: the test's input file, through the descriptor it is read from.
#include "../hostile.h"
#include <sys/sendfile.h>
int main(void) {
  REFUSED(write(0, "x", 1));
  REFUSED(ftruncate(0, 0));
  REFUSED(fallocate(0, 0, 0, 1 << 20));
  REFUSED(fchmod(0, 0777));
  REFUSED(fchown(0, getuid(), getgid()));
  REFUSED(open("/proc/self/fd/0", O_RDWR));
  REFUSED(open("/dev/stdin", O_WRONLY | O_TRUNC));
  REFUSED(linkat(AT_FDCWD, "/proc/self/fd/0", AT_FDCWD, "/box/input", AT_SYMLINK_FOLLOW));
  REFUSED(linkat(0, "", AT_FDCWD, "/box/input", AT_EMPTY_PATH));
  void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0);
  if (map != MAP_FAILED) BREACH("writable shared mapping of the input");
  REFUSED(fcntl(0, F_SETLEASE, F_WRLCK));
  struct timespec times[2] = {{0, 0}, {0, 0}};
  REFUSED(futimens(0, times));
  return HELD;
}
