// Attacks: the wait for an end: the program stops itself with SIGSTOP.
#include "../hostile.h"
int main(void) {
  raise(SIGSTOP);
  return 0;
}
