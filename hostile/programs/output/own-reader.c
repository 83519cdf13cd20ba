// Attacks: the judge's reading of the output: opens the other end of its own pipe, steals from it and stuffs it.
#include "../hostile.h"
int main(void) {
  fchmod(1, 0700);
  int reader = open("/proc/self/fd/1", O_RDONLY | O_NONBLOCK);
  int both = open("/proc/self/fd/1", O_RDWR | O_NONBLOCK);
  static char block[1 << 16];
  for (int i = 0; i < 50; i++) {
    write(1, block, 4096);
    read(reader, block, sizeof block);
    write(both, block, 4096);
  }
  // A child keeps both ends open after our end.
  if (fork() == 0) {
    while (1) pause();
  }
  return 0;
}
