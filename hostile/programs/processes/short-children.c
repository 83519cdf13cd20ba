// Attacks: CPU accounting: each child burns a few milliseconds and ends, the parent never does anything.
#include "../hostile.h"
#include <time.h>
int main(void) {
  while (1) {
    if (fork() == 0) {
      while (clock() < CLOCKS_PER_SEC / 500) {
      }
      _exit(0);
    }
    wait(NULL);
  }
}
