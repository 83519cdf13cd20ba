// Attacks: the transcript, where every message costs more than its bytes: talks byte by byte, for as long as it lives.
#include "../hostile.h"
int main(void) {
  static char away[1 << 16];
  signal(SIGPIPE, SIG_IGN);
  for (size_t heard = 0; heard < 256 * 1024 - 1;) {
    ssize_t n = read(0, away, sizeof away);
    if (n <= 0) break;
    heard += (size_t)n;
  }
  while (1)
    if (write(1, "0", 1) < 0) usleep(1000);
}
