// Attacks: memory, with files that have no name and no file system (memfd_create).
#include "../hostile.h"
int main(void) {
  static char block[1 << 20];
  for (int fd; (fd = memfd_create("x", 0)) >= 0;) {
    for (int i = 0; i < 16; i++) write_all(fd, block, sizeof block);
  }
  return 0;
}
