// Attacks: the box's space by memory: writes into the holes of mapped files until there is no room, which is a fault and no error.
#include "../hostile.h"
int main(void) {
  for (int n = 0; n < 64; n++) {
    int fd = open("/dev/shm", O_TMPFILE | O_RDWR, 0600);
    if (ftruncate(fd, 128 << 20) != 0) return 1;
    char *hole = mmap(NULL, 128 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (hole == MAP_FAILED) return 2;
    touch(hole, 128 << 20);
  }
  BREACH("wrote 8 GiB");
  return HELD;
}
