// Attacks: the output limit, ignoring SIGPIPE and SIGXFSZ and printing from many processes at once.
#include "../hostile.h"
int main(void) {
  for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
  for (int i = 0; i < 3; i++) fork();
  static char block[1 << 12];
  while (1) {
    if (write(1, block, sizeof block) < 0) usleep(100);
  }
}
