// Attacks: the box's space, which is memory, through all three writable folders.
#include "../hostile.h"
int main(void) {
  static char block[1 << 20];
  const char *files[] = {"/box/x", "/tmp/x", "/dev/shm/x"};
  int fds[3];
  for (int i = 0; i < 3; i++) fds[i] = open(files[i], O_CREAT | O_WRONLY, 0600);
  for (int round = 0; round < 400; round++) {
    for (int i = 0; i < 3; i++) {
      if (write(fds[i], block, sizeof block) < 0) return 0;
    }
  }
  BREACH("1200 MiB written");
  return HELD;
}
