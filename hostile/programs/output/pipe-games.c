// Attacks: the supervisor's end of the output pipe, by flags, size, ownership and signals set on ours.
#include "../hostile.h"
int main(void) {
  fcntl(1, F_SETFL, O_NONBLOCK | O_ASYNC | O_DIRECT);
  fcntl(1, F_SETPIPE_SZ, 4096);
  fcntl(1, F_SETSIG, SIGKILL);
  for (int pid = -2; pid < 40; pid++) fcntl(1, F_SETOWN, pid);
  fcntl(1, F_SETOWN, 1);
  static char block[1 << 16];
  for (int i = 0; i < 100; i++) {
    if (write(1, block, sizeof block) < 0) usleep(100);
  }
  return 0;
}
