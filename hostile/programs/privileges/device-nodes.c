// Attacks: devices, by making nodes for memory, disks and terminals in every writable folder.
#include "../hostile.h"
#include <sys/sysmacros.h>
int main(void) {
  const char *places[] = {"/box/d", "/tmp/d", "/dev/shm/d", "/dev/d"};
  const int numbers[][2] = {{1, 1}, {1, 11}, {5, 1}, {10, 229}, {8, 0}, {254, 0}, {7, 0}};
  for (int p = 0; p < 4; p++) {
    for (int n = 0; n < 7; n++) {
      REFUSED(mknod(places[p], S_IFCHR | 0666, makedev(numbers[n][0], numbers[n][1])));
      REFUSED(mknod(places[p], S_IFBLK | 0666, makedev(numbers[n][0], numbers[n][1])));
    }
    // A whiteout (character device 0:0) may be made by anybody, but not opened.
    mknod(places[p], S_IFCHR | 0666, makedev(0, 0));
    REFUSED(open(places[p], O_RDWR));
  }
  return HELD;
}
