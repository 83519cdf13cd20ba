// Attacks: the wait for an end: many processes stop each other.
#include "../hostile.h"
int main(void) {
  for (int i = 0; i < 4; i++) fork();
  kill(-1, SIGSTOP);
  raise(SIGSTOP);
  while (1) pause();
}
