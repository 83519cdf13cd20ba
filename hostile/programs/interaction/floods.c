// Attacks: the exchange's memory and the supervisor's time: guesses without end, reading nothing but what it must.
#include "../hostile.h"
int main(void) {
  static char words[1 << 16];
  memset(words, '1', sizeof words);
  signal(SIGPIPE, SIG_IGN);
  if (fork() == 0) {
    char away[4096];
    while (1)
      if (read(0, away, sizeof away) <= 0) usleep(1000);
  }
  while (1) write_all(1, words, sizeof words);
}
