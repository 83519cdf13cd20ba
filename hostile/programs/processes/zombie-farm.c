// Attacks: the process table, with dead children nobody reaps.
#include "../hostile.h"
int main(void) {
  int made = 0;
  for (pid_t child; made < 10000 && (child = fork()) >= 0; made++) {
    if (child == 0) _exit(0);
  }
  if (made > 200) BREACH("%d zombies", made);
  return HELD;
}
