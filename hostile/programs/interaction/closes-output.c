// Attacks: the judging's time: closes its output, never reads and lives on, deaf to every polite signal.
#include "../hostile.h"
int main(void) {
  for (int s = 1; s < 32; s++) signal(s, SIG_IGN);
  close(1);
  while (1) pause();
}
